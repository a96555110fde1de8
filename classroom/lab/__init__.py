"""Experiments: small trainings and their tasks, wrong programs that learn, cost, a pretrained model."""
