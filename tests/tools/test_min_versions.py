"""The tests with the lowest versions: where their PyTorch comes from."""

import subprocess

import pytest

from tools import installer, min_versions


@pytest.fixture
def tried(monkeypatch):
    """The commands that were run; PyTorch is to be had in two places, and works from those named here."""
    commands, works = [], []

    def run(command, env=None):
        commands.append(command)
        failed = command[-1] == "import torch" and commands[-2][-1] not in works
        return subprocess.CompletedProcess(command, int(failed))

    monkeypatch.setattr(installer, "torch_places", lambda: [(["first"], {}), (["second"], {})])
    monkeypatch.setattr(subprocess, "run", run)
    return commands, works


def test_a_pytorch_that_cannot_be_imported_is_looked_for_in_the_next_place(tried):
    commands, works = tried
    works.append("second")
    min_versions.install_torch()
    assert [command[-1] for command in commands] == ["first", "import torch", "second", "import torch"]


def test_without_any_that_works_it_ends_in_a_sentence(tried):
    with pytest.raises(SystemExit, match="PyTorch is not installed"):
        min_versions.install_torch()
