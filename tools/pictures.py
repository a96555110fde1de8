"""Draw the pictures of the READMEs from the real thing, one a language: python tools/pictures.py."""

from pathlib import Path

from attnlib import load_example, pipeline, use_language

DOCS = Path(__file__).resolve().parent.parent / "docs"
NAMES = {"en": "first_look.png", "zh": "first_look.zh.png"}


def main():
    DOCS.mkdir(exist_ok=True)
    for language, name in NAMES.items():
        use_language(language)
        example = load_example("first_look")
        pipeline(example.trace(), example.tokens).save(DOCS / name)


if __name__ == "__main__":
    main()
