import tensorflow as tf
add=tf.add; exp=tf.exp; multiply=tf.multiply
