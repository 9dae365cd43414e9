def run_scan(xp, body, constants, carried, xs, length, reverse=False):
    # Unrolled. `body(*constants, *carried, *slices of xs)` returns new carried values, then those
    # to stack; the result is the last carried ones and the stacked ones.
    count = len(carried)
    collected = []
    state = list(carried)
    steps = range(length)
    for step in reversed(steps) if reverse else steps:
        results = list(body(*constants, *state, *(x[step] for x in xs)))
        state = results[:count]
        collected.append(results[count:])
    if reverse:
        collected.reverse()
    return (*state, *(xp.stack(list(column)) for column in zip(*collected, strict=True)))
