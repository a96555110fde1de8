"""Explain the learner's exceptions: the line of theirs that raised, and what the common ones mean."""

import inspect
import re
import site
import sysconfig
import traceback
from pathlib import Path
from textwrap import shorten

import attnlib
from attnlib.languages import text_from

# Patterns of "TypeName: message" by their key in [errors] of texts.toml; the first that matches counts.
# Here the first pattern of a pair has to match the line that raised.
OF_A_LINE = {
    "max_of_two": (
        r"(np|torch)\.(max|amax|min|amin)\(",
        r"scalar (array|index)|as an integer|combination of arguments",
    ),
    "pythons_max": (r"(?<![.\w])(max|min|sorted)\(", r"truth value|Boolean value of Tensor"),
    "range_of_many": (
        r"range\(",
        r"scalar (array|index)|'(list|tuple|torch\.Size)' object cannot be interpreted",
    ),
    "sizes_apart": (r"\b(zeros|ones|empty)\(", r"as a data type"),
}
EXPLAINED = {
    "input": r"^StdinNotImplementedError|^EOFError",
    "device": r"not (compiled|linked) with|NVIDIA|CUDA (error|driver|GPU)|cuda:\d|meta tensor"
    r"|'(CUDA|MPS|XLA|XPU|IPU|HPU)' backend|(same|[Ii]nvalid|expected) device|device (meta|type|string)",
    "not_implemented": r"^NotImplementedError",
    "too_long": r"^TookTooLong",
    "too_nested": r"during (compilation|ast construction)|too complex to compile",
    "memory": r"^MemoryError|Unable to allocate|not enough memory|can't allocate memory|array is too big"
    r"|Maximum allowed dimension",
    "recursion": r"^RecursionError",
    "zero_division": r"^ZeroDivisionError",
    "import": r"^NameError: name '(np|numpy|torch|math|nn|F)' is not defined",
    "too_early": r"^UnboundLocalError",
    "name": r"^NameError",
    "before_init": r"before Module.__init__",
    "leaf": r"leaf Variable that requires grad",
    "grad": r"Can't call numpy\(\) on Tensor that requires grad",
    "append": r"has no attribute '(append|extend)'",
    "a_function": r"'(function|method|builtin_function_or_method)' (and|object has|object is not (sub|iter))"
    r"|and '(function|method)'",
    "not_iterable": r"object is not iterable|iteration over a 0-d",
    "list": r"'list' object has no attribute|list indices must be integers|'list' and|and 'list'",
    "pair": r"torch\.return_types|'(tuple|torch\.Size|Size)' (object|and)|and '(tuple|torch\.Size|Size)'"
    r"|not tuple$",
    "caret": r"for \^|ufunc 'bitwise_xor'|bitwise_xor.*not implemented",
    "one_number": r"only length-1 arrays|only 0-dimensional arrays|only one element tensors"
    r"|elements cannot be converted",
    "none": r"NoneType",
    "a_number": r"must be Tensor, not (int|float)",
    "mixed": r"'(numpy\.ndarray|Tensor)' and '(numpy\.ndarray|Tensor)'|(must be|expected) Tensor.*not numpy"
    r"|must be Tensor.*ndarray|expected np\.ndarray \(got Tensor|not torch\.Tensor",
    "not_callable": r"object is not callable",
    "keyword": r"unexpected keyword argument|invalid combination of arguments",
    "arguments": r"positional argument|takes (exactly|no|at most|at least)",
    "whole": r"'float' object cannot be interpreted as an integer|element of type float|type 'float'"
    r"|got float|only integers, slices|used as indices must be",
    "bool_minus": r"boolean (subtract|negative)|`?-`? operator, with a bool tensor|on a bool tensor",
    "invert": r"ufunc 'invert' not supported|bad operand type for unary ~|operator\.invert",
    "truth": r"truth value of an array|Boolean value of Tensor",
    "unpack": r"values to unpack",
    "einsum": r"einstein sum|einsum\(\)|remapped shapes",
    "cast": r"Cannot cast ufunc|can't be cast to|could not infer output dtype"
    r"|must be either a floating point",
    "dtype": r"same dtype|expected scalar type|Float did not match Double",
    "axes": r"axes don't match|dims? ?\) = |number of dimensions in the tensor input|t\(\) expects",
    "joined": r"concatenation axis|except in dimension|must have same number of dim|must have the same shape"
    r"|zero-dimensional arrays cannot be",
    "axis": r"^AxisError|Dimension out of range|source and destination",
    "view": r"view size is not compatible",
    "reshape": r"cannot reshape array|is invalid for input of size",
    "thin": r"does not have enough dimensions|both arguments to matmul need to be|expected input to have",
    "matmul": r"matmul: Input operand|mat1 and mat2 shapes|not aligned|first two dimensions of batch"
    r"|must match the existing size|inconsistent tensor size|size mismatch",
    "broadcast": r"could not be broadcast|could not broadcast|must match the size of tensor"
    r"|cannot be broadcast",
    "ragged": r"inhomogeneous|setting an array element with a sequence",
    "too_many_indices": r"too many indices",
    "boolean_index": r"boolean index did not match|shape of the mask",
    "index": r"^IndexError",
    "attribute": r"^AttributeError",
}
SHAPES = ("matmul", "broadcast", "reshape", "thin")

sentence_of = text_from(__file__, "errors")  # the sentence that explains exceptions of a key

_T_ON_A_BATCH = re.compile(r"\.T\b|\.t\(\)|np\.transpose\(\w+\)|\.transpose\(\)")
_OURS = str(Path(attnlib.__file__).parent), str(Path(__file__).parents[1])
_VALIDATES = str(Path(_OURS[0]) / "_validate")
_OF_USER = site.getusersitepackages() or ""  # None where Python runs in a browser
_NOT_THEIRS = tuple(
    filter(None, (*_OURS, sysconfig.get_paths()["stdlib"], *site.getsitepackages(), _OF_USER))
)


def words_of(error):
    """Return the exception's own words in one line: "ValueError: …", cut if they are long."""
    if "core dimension" in str(error) and (shapes := _shapes_in(error)):
        return f"{type(error).__name__} ({shapes})"
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return shorten(said, 300, placeholder=" …")


def _shapes_in(error):
    """Return the shapes of the arrays that are named in the learner's line: Q (4, 3), K (5, 3)."""
    found: dict = {}
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if not frame.f_code.co_filename.startswith(_NOT_THEIRS):
            found = {name: x.shape for name, x in frame.f_locals.items() if hasattr(x, "shape")} or found
    names = dict.fromkeys(re.findall(r"[^\W\d]\w*", line_of(error)))
    return ", ".join(f"{name} {tuple(found[name])}" for name in names if name in found)


def key_of(error, line="", axes=3):
    """Return the key of the plain sentence for an exception, or "" if it has none.

    Args:
        error: the exception.
        line: the learner's line that raised it.
        axes: the most axes that an array of the input had.
    """
    said = f"{type(error).__name__}: {error}".replace("\n", " ")
    if _is_by_attnlib(error):
        return "of_attnlib"
    for key, (written, words) in OF_A_LINE.items():
        if re.search(written, line) and re.search(words, said):
            return key
    key = next((key for key, pattern in EXPLAINED.items() if re.search(pattern, said)), "")
    return "t_on_a_batch" if axes > 2 and key in SHAPES and _T_ON_A_BATCH.search(line) else key


def _is_by_attnlib(error):
    """Return whether a function of attnlib refused what the learner gave it: its words say what it needs."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and frames[-1].filename.startswith(_VALIDATES) and re.match(r"\w+: ", str(error))


def line_of(error):
    """Return the learner's line that raised it: the innermost that is neither ours nor a library's."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if is_theirs(frame)]
    return shorten(theirs[-1].line or "", 90, placeholder=" …") if theirs else ""


def is_theirs(frame):
    """Return whether a frame of a traceback is in the learner's own code."""
    return not frame.filename.startswith(_NOT_THEIRS) and _named(frame)


def depth_of(f, error):
    """Return the line number in f where the exception came from or went through; 0 if it never got there."""
    code = getattr(inspect.unwrap(f), "__code__", None)
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code is code]
    return lines[-1] if lines else 0


def _named(frame):
    return not frame.filename.startswith(("<frozen", "<__array_function__"))
