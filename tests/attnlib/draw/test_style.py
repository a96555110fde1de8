"""One way to write a number and a token, one limit for colours, inks that can be read."""

import matplotlib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlib.draw.numbers import exact, is_whole, number, one_line, short
from attnlib.draw.style import COLORMAPS, LIGHT, reach


@pytest.mark.parametrize(
    ("x", "whole", "written"),
    [
        (0.3366, False, "0.34"),
        (-0.004, False, "0.00"),
        (-2.0, True, "−2"),
        (-12.34, False, "−12.3"),
        (9.996, False, "10.0"),
        (1234.56, False, "1235"),
        (99999.4, False, "99999"),
        (-123456.0, True, "−1.2e5"),
        (1e300, False, "1.0e300"),
        (-np.inf, False, "−∞"),
    ],
)
def test_a_number_in_a_cell(x, whole, written):
    assert number(x, whole) == written


@settings(max_examples=50)
@given(st.floats(-99999, 99999))
def test_a_number_in_a_cell_has_at_most_five_digits_and_is_near(x):
    written = number(x)
    assert sum(c.isdigit() for c in written) <= 5
    assert abs(float(written.replace("−", "-")) - x) <= 0.005 + abs(x) / 180


def test_a_number_in_arithmetic_and_one_in_a_sentence():
    assert [exact(-0.15781), exact(-3.0, whole=True), exact(-1e-9), exact(-np.inf)] == [
        "−0.1578",
        "−3",
        "0.0000",
        "−∞",
    ]
    assert [short(-0.015678), short(2.0), short(1e-5), short(0.1 + 0.2, 6)] == [
        "−0.0157",
        "2",
        "1e−05",
        "0.3",
    ]


def test_a_matrix_is_whole_if_every_number_is():
    assert is_whole(np.array([[1.0, -np.inf], [0.0, -3.0]]))
    assert not is_whole(np.array([[1.0, 0.5]]))


def test_colours_end_beyond_the_largest_number_whatever_its_sign():
    assert reach(np.array([[1.0, -4.0, -np.inf]])) == 5.0
    assert reach(np.zeros((2, 2))) == reach(np.array([[-np.inf]])) == 1.0
    assert np.isfinite(reach(np.array([1.7e308])))


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),  # joined by signs that cannot be seen
        ("می‌خواهم", "می‌خواهم"),
        ("क्‍ष", "क्‍ष"),
        ("e\u0301" * 12, "e\u0301" * 12),  # an accent takes no room
        ("e\u0301" * 13, "e\u0301" * 11 + "…"),
        ("\u200d", "�"),  # alone, it would not be seen
        ("a\u200c", "a�"),
        ("\u202eleft", "�left"),
        ("abcdefghijklm", "abcdefghijk…"),
        ("我爱中国我爱你", "我爱中国我…"),
    ],
)
def test_a_token_is_cut_between_letters_and_keeps_what_joins_them(token, shown):
    assert one_line(token) == shown
    assert one_line(shown) == shown


def test_large_numbers_are_written_in_few_letters():
    assert [exact(x) for x in (999999999.5, 1e9, -1.25e300, 1.23456e12)] == [
        "999999999.5000", "1e9", "−1.25e300", "1.2346e12"
    ]  # fmt: skip


@pytest.mark.parametrize("kind", LIGHT)
def test_an_explorer_has_the_stops_of_matplotlibs_own_colour_map(kind):
    stops = np.array([list(bytes.fromhex(stop)) for stop in LIGHT[kind].split()])
    at = np.linspace(0, len(stops) - 1, 256)
    between = np.stack([np.interp(at, range(len(stops)), part) for part in stops.T], -1)
    colors = matplotlib.colormaps[COLORMAPS[kind]](np.arange(256), bytes=True)[:, :3]
    assert abs(between - colors).max() <= 1
