"""Objects with variables: modules, layers, optimizers; everything here is `ivy.<name>`."""
