"""A frame of a film: attention weights at one step of a training.

影片里的一帧：训练到某一步时的注意力权重。
"""

from attnlib import load_results
from classroom import frame

film = load_results("learning")["reverse"]
lines = {"share_right": film["right"]}
frame({"weights": film["weights"][30]}, film["steps"], lines, 30, xlabel="steps_of_training").save(
    "frame.png"
)
