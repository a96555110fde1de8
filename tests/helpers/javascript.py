"""JavaScript modules of the classroom, run without a browser."""

import json
import os
import subprocess
from functools import lru_cache

from deno import find_deno_bin

from classroom.web.browser import CLASSROOM
from tools.installer import DENO


def run(module, code, values):
    """What code returns, the body of a function of values and of module, such as "questions/judging"."""
    feature, _, name = module.partition("/")
    address = (CLASSROOM / feature / "js" / f"{name}.js").as_uri()
    program = (
        f"import * as module from {json.dumps(address)};\n"
        f"const asked = (values) => {{ {code} }};\n"
        f"console.log(JSON.stringify(asked({json.dumps(values)})));"
    )
    ran = subprocess.run(
        [find_deno_bin(), "run", "-"], input=program, capture_output=True, text=True, env=_quiet()
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@lru_cache
def _quiet():
    return os.environ | DENO | {"NO_COLOR": "1"}
