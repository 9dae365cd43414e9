import types

import torch


def compiled(function, **options):
    # torch.compile counts recompilations by code object, and gives up after eight: programs made by
    # the same line, for other models, need one each.
    if isinstance(function, types.MethodType):
        own = types.MethodType(_with_own_code(function.__func__), function.__self__)
    else:
        own = _with_own_code(function)
    return torch.compile(own, **options)


def _with_own_code(function):
    own = types.FunctionType(
        function.__code__.replace(),
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    own.__kwdefaults__ = function.__kwdefaults__
    return own


def held_program(function, overwrite):
    return compiled(function), lambda x: x, torch.from_numpy


def fused_while_traced(update):
    return update


def optimizer_step(rule, options, clip, update, inplace):
    fused = _FUSED.get(rule.name) if inplace else None
    if fused is None:
        return torch.no_grad()(update)

    @torch.no_grad()
    def step(weights, gradients, states, t, lr):
        gradients = clip(gradients)
        weights, states = list(weights), list(states)
        groups = {}
        for i, w in enumerate(weights):
            if w.dtype in (torch.float32, torch.float64) and w.is_contiguous():
                groups.setdefault((w.device, w.dtype), []).append(i)
            else:
                one = update([w], [gradients[i]], [states[i]], t, lr, clipped=True)
                (weights[i],), (states[i],) = one
        for (_, dtype), group in groups.items():
            grads = [_as_it_lies(gradients[i], dtype) for i in group]
            memory = [states[i] for i in group]
            fused([weights[i] for i in group], grads, memory, t, lr, **options)
        return weights, states

    return step


def _as_it_lies(x, dtype):
    """Return a tensor for kernels that read memory in its order."""
    return x if x.dtype is dtype and x.is_contiguous() else x.to(dtype).contiguous()


def _column(states, name):
    return [state[name] for state in states]


def _adam(ws, gs, states, t, lr, beta1, beta2, epsilon, weight_decay, decoupled):
    kernel = torch._fused_adamw_ if decoupled else torch._fused_adam_
    count = torch.tensor(float(t), device=ws[0].device)
    kernel(
        ws,
        gs,
        _column(states, "mw"),
        _column(states, "vw"),
        [],
        [count] * len(ws),
        lr=lr,
        beta1=beta1,
        beta2=beta2,
        weight_decay=weight_decay,
        eps=epsilon,
        amsgrad=False,
        maximize=False,
    )


def _sgd(ws, gs, states, t, lr, momentum, nesterov, weight_decay):
    torch._fused_sgd_(
        ws,
        gs,
        _column(states, "velocity") if momentum else [],
        weight_decay=weight_decay,
        momentum=momentum,
        lr=lr,
        dampening=0.0,
        nesterov=nesterov,
        maximize=False,
        is_first_step=False,
    )


def _rmsprop(ws, gs, states, t, lr, rho, epsilon, momentum, centered, weight_decay):
    if weight_decay:
        gs = torch._foreach_add(gs, ws, alpha=weight_decay)
    power = _column(states, "vw")
    torch._foreach_mul_(power, rho)
    torch._foreach_addcmul_(power, gs, gs, 1.0 - rho)
    if centered:
        mean = _column(states, "mw")
        torch._foreach_lerp_(mean, gs, 1.0 - rho)
        root = torch._foreach_addcmul(power, mean, mean, -1.0)
        torch._foreach_sqrt_(root)
    else:
        root = torch._foreach_sqrt(power)
    torch._foreach_add_(root, epsilon)
    if momentum:
        velocity = _column(states, "velocity")
        torch._foreach_mul_(velocity, momentum)
        torch._foreach_addcdiv_(velocity, gs, root)
        torch._foreach_add_(ws, velocity, alpha=-lr)
    else:
        torch._foreach_addcdiv_(ws, gs, root, -lr)


def _lion(ws, gs, states, t, lr, beta1, beta2, weight_decay):
    mean = _column(states, "mw")
    change = torch._foreach_lerp(mean, gs, 1.0 - beta1)
    torch._foreach_sign_(change)
    torch._foreach_lerp_(mean, gs, 1.0 - beta2)
    if weight_decay:
        torch._foreach_mul_(ws, 1.0 - lr * weight_decay)
    torch._foreach_add_(ws, change, alpha=-lr)


_FUSED = {"adam": _adam, "sgd": _sgd, "rmsprop": _rmsprop, "lion": _lion}
