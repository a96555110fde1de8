"""Everything that answers in the browser: the explorer, questions, the microscope, sliders."""
