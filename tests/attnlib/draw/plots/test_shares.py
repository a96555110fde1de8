"""A table of shares under named columns."""

import pytest

from attnlib import shares, use_language
from tests.helpers.pictures import words


def test_each_number_stands_under_its_name_and_rows_have_no_sums():
    picture = shares({"no_softmax": [1, 0.25], "weights": [0.5, 0]}, ("reverse", "task"))
    assert {"no softmax", "attention weights", "backwards", "task"} <= set(words(picture))
    assert not any("Σ" in word for word in words(picture))
    assert "no softmax: backwards 1.00, task 0.25" in picture.alt
    use_language("zh")
    assert "没有 softmax：倒着写 1.00" in shares({"no_softmax": [1]}, ["reverse"]).alt


def test_columns_need_a_name_each():
    with pytest.raises(ValueError, match="shares: cols needs 2 labels"):
        shares({"a": [1, 0]}, ["b"])
