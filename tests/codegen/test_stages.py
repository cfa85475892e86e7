"""How long each stage took."""

from codegen import stages
from codegen.stages import Stages


def test_a_stage_that_is_begun_again_adds_to_its_own(monkeypatch):
    times = iter([1.0, 3.0, 3.0, 4.0, 4.0, 8.0])
    monkeypatch.setattr(stages.time, "process_time", lambda: next(times))
    told = Stages()
    for name in ("lowering", "writing", "lowering"):
        told.begin(name)
    told.end()
    told.end()
    assert told.seconds == {"lowering": 6.0, "writing": 1.0}
    assert str(told) == "lowering 6000.0 ms, writing 1000.0 ms, together 7000.0 ms"
