"""List what can be seen of a wrong answer that is no mistake of the catalogue."""

from enum import StrEnum

from attnlib.languages import Pair
from classroom.exercises.texts import texts_of_findings


class Finding(StrEnum):
    """A finding, equal to its key among the [findings] of texts.toml.

    The places in its texts: {detail} is the verdict's detail, {name} the exercise.
    """

    # of what came back
    NOTHING = "nothing"
    CONSTANTS = "constants"
    ALL_ZERO = "all_zero"
    ALL_ONE = "all_one"
    IN_PLACE = "in_place"
    LIST = "list"
    NO_ARRAY = "no_array"
    NOT_WEIGHTS = "not_weights"
    OTHER_ORDER = "other_order"
    NO_BOOL = "no_bool"
    NO_BOOLS = "no_bools"
    NO_NUMBERS = "no_numbers"
    NO_FLOATS = "no_floats"
    ROUNDED = "rounded"
    RANDOM = "random"
    IGNORED = "ignored"
    # of the numbers alone
    ALL_NAN = "all_nan"
    SOME_NAN = "some_nan"
    TRANSPOSED = "transposed"
    TWICE = "twice"
    HALF = "half"
    NEGATIVE = "negative"
    FACTOR = "factor"
    OTHER_FACTOR = "other_factor"
    PERMUTED = "permuted"
    LAST_ZERO = "last_zero"
    FIRST_ZERO = "first_zero"
    LAST_MISSING = "last_missing"
    FIRST_MISSING = "first_missing"
    OFFSET = "offset"
    ROW_FACTOR = "row_factor"
    MORE_TRUE = "more_true"
    FEWER_TRUE = "fewer_true"
    MORE_AXES = "more_axes"
    FEWER_AXES = "fewer_axes"
    OTHER_SIZES = "other_sizes"
    IN_FRONT = "in_front"
    UNKNOWN = "unknown"
    # of the function itself
    ERROR = "error"
    REPLACED = "replaced"
    ARGUMENTS = "arguments"
    NO_FUNCTION = "no_function"
    LEANS = "leans"
    # of a module
    NO_MODULE = "no_module"
    NO_FORWARD = "no_forward"
    NO_LAYERS = "no_layers"
    LAYER_SIZES = "layer_sizes"
    LAYERS_APART = "layers_apart"
    TIED = "tied"
    DETACHED = "detached"

    @property
    def means(self) -> Pair:
        """Return what has been done."""
        return texts_of_findings()[self].means

    @property
    def ask(self) -> Pair:
        """Return a question to think about; never the answer."""
        return texts_of_findings()[self].ask


# The numbers alone are seen: it is worth a look where they come from.
OF_NUMBERS = {
    Finding.ALL_NAN, Finding.SOME_NAN, Finding.TRANSPOSED, Finding.TWICE, Finding.HALF,
    Finding.NEGATIVE, Finding.FACTOR, Finding.OTHER_FACTOR, Finding.PERMUTED, Finding.LAST_ZERO,
    Finding.FIRST_ZERO, Finding.LAST_MISSING, Finding.FIRST_MISSING, Finding.OFFSET, Finding.ROW_FACTOR,
    Finding.MORE_TRUE, Finding.FEWER_TRUE, Finding.MORE_AXES, Finding.FEWER_AXES, Finding.OTHER_SIZES,
    Finding.IN_FRONT, Finding.UNKNOWN,
}  # fmt: skip

OF_A_SHAPE = {Finding.MORE_AXES, Finding.FEWER_AXES, Finding.OTHER_SIZES}
OF_AN_END = {Finding.LAST_ZERO, Finding.FIRST_ZERO, Finding.LAST_MISSING, Finding.FIRST_MISSING}

# The layers of a verdict in which only axes in front are new: sentences, heads, or more than one.
IN_FRONT = {"batch", "heads", "axes"}

# Findings that depend on no input: their card shows what was handed in, or nothing if a part is missing.
OF_WHAT_WAS_GIVEN = {Finding.ARGUMENTS, Finding.NO_FUNCTION, Finding.NO_MODULE, Finding.LAYER_SIZES}
OF_WHAT_IS_MISSING = {
    Finding.REPLACED, Finding.LEANS, Finding.NO_LAYERS, Finding.LAYERS_APART, Finding.NO_FORWARD,
    Finding.TIED, Finding.DETACHED,
}  # fmt: skip
