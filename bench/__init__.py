"""What ivy costs: ratios to the native call, measured in the same process.

python -m bench                          every installed framework
python -m bench --backend numpy --quick  one, in a few seconds
"""

import os

# Before any framework is imported. oneDNN's AMX kernels crash on some virtual machines; threads
# only add noise to tiny arrays, and make times of large ones differ from run to run.
_ENVIRONMENT = {
    "ONEDNN_MAX_CPU_ISA": "AVX512_CORE_FP16",
    "OMP_NUM_THREADS": "1",
    "TF_NUM_INTRAOP_THREADS": "1",
    "TF_NUM_INTEROP_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
    "TF_CPP_MIN_LOG_LEVEL": "3",
}
for _name, _value in _ENVIRONMENT.items():
    os.environ.setdefault(_name, _value)
