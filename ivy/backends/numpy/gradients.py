from ivy.backends.numpy_tape import Box, constant, primitive, vjp


def stop_gradient(x, preserve_type=True):
    return constant(x)


def requires_gradient(x):
    return isinstance(x, Box)


def flat_vjp(function, leaves, retain):
    return vjp(function, leaves)


def custom_vjp(forward, backward):
    def rule(result, *xs):
        computed = {}

        def pull_for(position):
            def pull(cotangent):
                if computed.get("cotangent") is not cotangent:
                    computed.update(cotangent=cotangent, grads=backward(xs, result, cotangent))
                return computed["grads"][position]

            return pull

        return [pull_for(position) for position in range(len(xs))]

    return primitive(forward, rule)
