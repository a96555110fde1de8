"""Write data/results/cuts.json: how the tokenizer of lesson 12's model cuts the texts that lesson 01 shows.

So lesson 01 needs no model. `python -m tools.model_cuts`, after `python tasks.py model`.
"""

import json

from attnlib import load_texts
from attnlib.languages import DATA, LANGUAGES
from classroom import load_model
from classroom.lab.pretrained import SPACE

FILE = DATA / "results" / "cuts.json"


def cuts(model):
    """Return text -> its tokens, without those around it and without their mark for a space."""
    texts = [text for code in LANGUAGES for text in load_texts("real_cuts", code)]
    return {text: [part for t in model.cut(text)[1:-1] if (part := t.removeprefix(SPACE))] for text in texts}


if __name__ == "__main__":
    FILE.write_text(json.dumps(cuts(load_model()), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
