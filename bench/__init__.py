"""What ivy costs: ratios to the native call, measured in the same process.

python -m bench                          every installed framework
python -m bench --backend numpy --quick  one, in a few seconds
"""
