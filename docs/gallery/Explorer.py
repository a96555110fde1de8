"""The explorer as it stands still in a page; in a notebook every number can be changed."""

from classroom import Explorer

Explorer("first_look").picture().save("Explorer.png")
