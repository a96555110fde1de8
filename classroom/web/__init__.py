"""Everything that answers in the browser: explorer, questions, microscope, writing desk, sliders."""
