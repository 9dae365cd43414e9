import jax
import jax.numpy as jnp


def stop_gradient(x, preserve_type=True):
    return jax.lax.stop_gradient(x)


def requires_gradient(x):
    return isinstance(x, jax.core.Tracer)


def _conjugated(x):
    # JAX's complex cotangents are the conjugates of torch's and TensorFlow's.
    return jnp.conj(x) if jnp.iscomplexobj(x) else x


def is_traced(x):
    return isinstance(x, jax.core.Tracer)


def flat_vjp(function, leaves, retain):
    outs, pull, others = jax.vjp(function, *leaves, has_aux=True)

    def pull_back(cotangents):
        seeds = [
            jnp.zeros_like(out) if ct is None else _conjugated(ct)
            for out, ct in zip(outs, cotangents, strict=True)
        ]
        return [_conjugated(gradient) for gradient in pull(seeds)]

    return outs, pull_back, others


def custom_vjp(forward, backward):
    function = jax.custom_vjp(forward)

    def remember(*xs):
        # Calling `function`, not `forward`, keeps the custom rule at second order.
        out = function(*xs)
        return out, (xs, out)

    def pull_back(residuals, cotangent):
        xs, out = residuals
        return tuple(map(_conjugated, backward(xs, out, _conjugated(cotangent))))

    function.defvjp(remember, pull_back)
    return function


def map_basis(function, like):
    basis = jnp.eye(like.size, dtype=like.dtype).reshape(like.size, *like.shape)
    return jax.vmap(function)(basis)


def map_axis(function, args, in_axes, out_axes):
    return jax.vmap(function, tuple(in_axes), out_axes)(*args)
