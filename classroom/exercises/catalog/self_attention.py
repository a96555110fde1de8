"""self_attention: a torch.nn.Module with projections of its own. torch_module.py judges it."""

from classroom.exercises.catalog import attention, scale, softmax
from classroom.exercises.exercise import Exercise, Mistake, all_but
from classroom.exercises.random_inputs import large_words, layer_of


def inputs(rng, d_model=6, d_k=4):
    """Yield inputs without projections: those of the module are filled in when it is there."""
    cube = min(d_k, 8)  # swapped axes do not show in the shape
    sizes = {"d_model": d_model, "d_k": d_k}
    yield {"layer": "sentence", "X": rng.integers(-2, 3, (2, d_model)).astype(float), **sizes}
    for lead, n in ((), 5), ((2,), 3), ((2, 3), 4), ((cube,), cube):
        yield {"layer": layer_of(lead), "X": 2 * rng.normal(size=(*lead, n, d_model)), **sizes}
    yield {"layer": "large", "X": 300 * rng.normal(size=(40, 1, d_model)), **sizes}
    yield {"layer": "large", "X": large_words(rng, 7, d_model), **sizes}
    yield {"layer": "sentence", "X": 2 * rng.normal(size=(70, d_model)), **sizes}


REFERENCE = {  # nn.Linear may have a bias
    "Q": lambda s: s.X @ s.W_Q + s.b_Q,
    "K": lambda s: s.X @ s.W_K + s.b_K,
    "V": lambda s: s.X @ s.W_V + s.b_V,
} | attention.REFERENCE

PROJECTIONS = (
    Mistake("keys_and_values_exchanged", K=REFERENCE["V"], V=REFERENCE["K"]),
    Mistake(
        "not_projected",
        Q=lambda s: s.X,
        K=lambda s: s.X,
        V=lambda s: s.X,
        scaled=lambda s: s.scores / s.X.shape[-1] ** 0.5,
    ),
)

OF_D_K = "always_two", "half_of_d_k", "half_of_d_k_rounded", "logarithm"  # right where d_k is 4

EXERCISE = Exercise(
    name="self_attention",
    doc="Check a subclass of nn.Module, or an instance: f(d_model, d_k) has nn.Linear W_Q, W_K, W_V.\n\n"
    "Its forward(x) takes (..., n, d_model) and returns the output (..., n, d_k), or (output, weights).",
    arguments={"x": "X"},
    inputs=inputs,
    reference=REFERENCE,
    mistakes=(
        *all_but(
            attention.MISTAKES,
            "root_m",
            "root_in_whole_numbers",  # √d_k is whole
            "root_d_v",
            "root_of_keys_axis_0",
            "values_are_x",
            *softmax.OF_AN_EMPTY_ROW,
        ),
        *(mistake for mistake in scale.OF_THE_SCORES if mistake.id in OF_D_K),
        attention.KEYS_ARE_VALUES,
        *PROJECTIONS,
    ),
    may_return_weights=True,
    is_module=True,
)
