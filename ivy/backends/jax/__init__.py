"""JAX under ivy's names: native arrays in, native arrays out."""
