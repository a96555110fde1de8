"""The explorer as it stands still in a page; in a notebook every number can be changed.

探索器静止时的样子；在笔记本里，每个数都能改。
"""

from classroom import Explorer

Explorer("first_look").picture().save("Explorer.png")
