"""Train a small transformer to write: python examples/language_model.py [backend]."""

import sys
from pathlib import Path

import ivy

TEXT = Path(__file__).with_name("text.txt").read_text()
LETTERS = sorted(set(TEXT))
CONTEXT, WIDTH = 32, 48


class LanguageModel(ivy.Module):
    """Guesses the next letter at each place from those before it."""

    def __init__(self) -> None:
        self.letters = ivy.Embedding(len(LETTERS), WIDTH)
        self.places = ivy.Embedding(CONTEXT, WIDTH)
        options = {"num_heads": 4, "feedforward_dim": 96, "dropout_rate": 0.0, "norm_first": True}
        self.layers = [ivy.TransformerEncoderLayer(WIDTH, **options) for _ in range(2)]
        self.norm = ivy.LayerNorm(WIDTH)
        self.out = ivy.Linear(WIDTH, len(LETTERS))

    def _forward(self, codes: ivy.Array) -> ivy.Array:
        x = self.letters(codes) + self.places(ivy.arange(CONTEXT))
        for layer in self.layers:
            x = layer(x, is_causal=True)
        return self.out(self.norm(x))


def continued(net: ivy.Module, codes: list[int], count: int) -> str:
    """Return a text with `count` more letters, each the likeliest after those before it."""
    for _ in range(count):
        codes = [*codes, int(ivy.argmax(net(ivy.array([codes[-CONTEXT:]]))[0, -1]))]
    return "".join(LETTERS[code] for code in codes)


def main(backend: str, epochs: int = 1, write: bool = False) -> list[float]:
    """Return the loss of every fifth step: how surprising the next letter is, in nats."""
    codes = [LETTERS.index(letter) for letter in TEXT]
    with ivy.use_backend(backend):
        ivy.seed(seed_value=0)
        places = ivy.arange(len(codes) - CONTEXT)[:, None] + ivy.arange(CONTEXT + 1)
        windows = ivy.gather(ivy.array(codes), places)
        net, options = LanguageModel(), {"epochs": epochs, "batch_size": 64, "progress": write}
        data = windows[:, :-1], windows[:, 1:]
        loss = ivy.SparseCrossEntropyLoss(from_logits=True)
        history = ivy.fit(net, data, loss, ivy.Adam(4e-3), **options)
        if write:
            print(continued(net, codes[:CONTEXT], 200))
    return history.losses[::5]


if __name__ == "__main__":
    first, *_, last = main(*sys.argv[1:] or ["numpy"], epochs=12, write=True)
    print(f"A letter surprises it by {last:.2f} nats; at first it was {first:.2f}.")
