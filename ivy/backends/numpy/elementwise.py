import numpy as np
def add(x1, x2):
    r = np.add(x1, x2)
    return r
exp = np.exp
multiply = np.multiply
