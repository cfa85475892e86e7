"""What `make test` leaves to `make test-more` because it takes half a second or more."""

from tests.sampling import slow_tests
from tools.slow_tests import DURATION, ROOT


def test_each_phase_but_tearing_down_is_told_with_its_test():
    report = """\
=== slowest durations ===
12.44s call     tests/a/test_b.py::test_c[0]
0.51s setup    tests/a/test_b.py::test_d[x = [1]; return x]
3.00s teardown tests/a/test_b.py::test_e
1 passed in 12.00s
"""
    assert DURATION.findall(report) == [
        ("12.44", "tests/a/test_b.py::test_c[0]"),
        ("0.51", "tests/a/test_b.py::test_d[x = [1]; return x]"),
    ]


def test_what_is_listed_is_in_order_and_in_files_that_there_are():
    listed = slow_tests()
    assert listed == sorted(set(listed))
    assert [test for test in listed if not (ROOT / test.split("::")[0]).exists()] == []


def test_what_is_listed_is_long(request):
    listed = set(slow_tests())
    here = {item.nodeid for item in request.session.items}
    long = {
        item.nodeid for item in request.session.items if list(item.iter_markers("long"))
    }
    assert listed & here <= long
