"""Find the constants of a pendulum from its motion: python examples/ode_fit.py [backend]."""

import sys

import ivy
from ivy.stateful.history import plot_curves

STEPS, SECONDS = 15, 0.2
GRAVITY, DAMPING = 9.81, 0.4  # of a pendulum of one metre: what the fit has to find


class Pendulum(ivy.Module):
    """Returns the angles after each step, from angles and speeds at the start."""

    def __init__(self, gravity: float, damping: float) -> None:
        self.constants = {"gravity": gravity, "damping": damping}

    def _create_variables(self, **options: object) -> dict[str, ivy.Array]:
        return {name: ivy.array(value) for name, value in self.constants.items()}

    def acceleration(self, angle: ivy.Array, speed: ivy.Array) -> ivy.Array:
        return -self.v.gravity * ivy.sin(angle) - self.v.damping * speed

    def _forward(self, start: ivy.Array) -> ivy.Array:
        angle, speed = start[:, 0], start[:, 1]
        angles = []
        for _ in range(STEPS):  # the midpoint method; gradients flow through every step
            half_angle = angle + speed * (SECONDS / 2)
            half_speed = speed + self.acceleration(angle, speed) * (SECONDS / 2)
            angle = angle + half_speed * SECONDS
            speed = speed + self.acceleration(half_angle, half_speed) * SECONDS
            angles.append(angle)
        return ivy.stack(angles, axis=1)


def main(backend: str, picture: str = "") -> list[float]:
    """Return the constants found, and the loss before and after the fit."""
    with ivy.use_backend(backend):
        starts = ivy.array([[0.5, 0.0], [1.0, 0.0], [1.5, -1.0], [0.0, 2.0]])
        noise = ivy.random_normal(std=0.02, shape=(len(starts), STEPS), seed=0)
        measured = Pendulum(GRAVITY, DAMPING)(starts) + noise
        model = Pendulum(7.0, 0.0)
        before = model(starts)
        parts = model, (starts, measured), ivy.mse_loss, ivy.Adam(0.2)
        history = ivy.fit(*parts, epochs=60, progress=False)
        if picture:
            shown = {"measured": measured, "before the fit": before, "after": model(starts)}
            plot_curves(picture, {name: angles[1].tolist() for name, angles in shown.items()})
        constants = [model.v.gravity.item(), model.v.damping.item()]
        return [*constants, history.losses[0], history.losses[-1]]


if __name__ == "__main__":
    gravity, damping, *_ = main(*sys.argv[1:] or ["numpy"], picture="ode_fit.svg")
    print(f"gravity {gravity:.2f} (truth {GRAVITY}), damping {damping:.3f} (truth {DAMPING})")
    print("One of the motions is plotted in ode_fit.svg.")
