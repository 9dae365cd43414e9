"""Play Conway's Game of Life: python examples/game_of_life.py [backend]."""

import sys

import ivy

GLIDER = ((0, 1), (1, 2), (2, 0), (2, 1), (2, 2))


def board(size: int, cells: tuple[tuple[int, int], ...]) -> ivy.Array:
    """Return a square board where `cells` live."""
    world = ivy.zeros((size, size), dtype="int8")
    for cell in cells:
        world[cell] = 1
    return world


def next_generation(world: ivy.Array) -> ivy.Array:
    """Return the board one step later; its edges meet."""
    shifts = [
        (down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)
    ]
    around = [ivy.roll(world, shift, axis=(0, 1)) for shift in shifts]
    neighbours = ivy.sum(ivy.stack(around), axis=0, dtype="int8")
    survives = (world == 1) & (neighbours == 2)
    return ivy.astype(survives | (neighbours == 3), "int8")


def main(backend: str) -> list[list[int]]:
    """Return the board on which a glider has moved two cells down and right."""
    with ivy.use_backend(backend):
        world = board(8, GLIDER)
        for _ in range(8):
            world = next_generation(world)
        return world.tolist()


if __name__ == "__main__":
    for row in main(*sys.argv[1:] or ["numpy"]):
        print("".join("#" if cell else "." for cell in row))
