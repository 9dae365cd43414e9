"""Models of transformers, built from small configs, on every framework."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from tests.transpile.torch_checks import (  # noqa: E402
    check_five_steps,
    check_float64,
    check_module,
    integers,
    rand,
)

WIDTH = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
TEXT = WIDTH | {"vocab_size": 40, "intermediate_size": 32, "max_position_embeddings": 24}
STILL = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}


def text(b: int) -> Any:
    mask = torch.ones(b, 7, dtype=torch.int64)
    mask[:, 5:] = 0
    return (), {"input_ids": integers(40, b, 7), "attention_mask": mask}


def ids(b: int) -> Any:
    return (), {"input_ids": integers(40, b, 7)}


def image(size: int = 32) -> Callable[[int], Any]:
    return lambda b: ((), {"pixel_values": rand(b, 3, size, size)})


def bert() -> Any:
    return transformers.BertModel(transformers.BertConfig(**TEXT, **STILL)), text


def gpt2() -> Any:
    config = transformers.GPT2Config(
        vocab_size=40, n_embd=16, n_layer=2, n_head=2, n_positions=24, use_cache=False,
        resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0,
    )  # fmt: skip
    return transformers.GPT2LMHeadModel(config), text


def llama() -> Any:
    config = transformers.LlamaConfig(**TEXT, num_key_value_heads=1, use_cache=False)
    return transformers.LlamaForCausalLM(config), text


def t5() -> Any:
    config = transformers.T5Config(
        vocab_size=40, d_model=16, d_kv=8, d_ff=32, num_layers=2, num_heads=2, use_cache=False,
        dropout_rate=0.0,
    )  # fmt: skip

    def inputs(b: int) -> Any:
        return (), {
            "input_ids": integers(40, b, 7),
            "decoder_input_ids": integers(40, b, 5, seed=1),
        }

    return transformers.T5ForConditionalGeneration(config), inputs


def vit() -> Any:
    config = transformers.ViTConfig(
        **WIDTH, **STILL, intermediate_size=32, image_size=16, patch_size=4
    )
    return transformers.ViTForImageClassification(config), image(16)


def resnet() -> Any:
    config = transformers.ResNetConfig(
        embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], layer_type="bottleneck"
    )
    return transformers.ResNetForImageClassification(config), image()


def convnext() -> Any:
    config = transformers.ConvNextConfig(
        hidden_sizes=[8, 16], depths=[1, 1], num_stages=2, layer_scale_init_value=0.5
    )
    return transformers.ConvNextForImageClassification(config), image()


def clip() -> Any:
    side = WIDTH | {"intermediate_size": 32}
    config = transformers.CLIPConfig(
        text_config=TEXT | {"eos_token_id": 39, "bos_token_id": 38},
        vision_config=side | {"image_size": 16, "patch_size": 8},
        projection_dim=8,
    )

    def inputs(b: int) -> Any:
        return (), text(b)[1] | image(16)(b)[1]

    return transformers.CLIPModel(config), inputs


def whisper() -> Any:
    config = transformers.WhisperConfig(
        vocab_size=40, num_mel_bins=8, d_model=16, encoder_layers=1, decoder_layers=1,
        encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=32,
        decoder_ffn_dim=32, max_source_positions=10, max_target_positions=12, use_cache=False,
        dropout=0.0, pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1,
    )  # fmt: skip

    def inputs(b: int) -> Any:
        return (), {"input_features": rand(b, 8, 20), "decoder_input_ids": integers(40, b, 5)}

    return transformers.WhisperForConditionalGeneration(config), inputs


MODELS = (bert, gpt2, llama, t5, vit, resnet, convnext, clip, whisper)


@pytest.mark.one_column
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_transformers(model: Any, backend: str) -> None:
    check_module(model, backend)


@pytest.mark.large
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_training(model: Any, backend: str) -> None:
    check_five_steps(model, backend)


@pytest.mark.columns("numpy")
@pytest.mark.parametrize("model", [bert, convnext], ids=lambda model: model.__name__)
def test_float64(model: Any, backend: str) -> None:
    torch.manual_seed(0)
    check_float64(*model(), backend)
