"""What makes the lessons from their sources, and proves them: python -m tools.build, and so on."""
