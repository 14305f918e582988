"""Does `python -m webdart.demo` serve until Ctrl-C?"""

import signal
import subprocess
import sys

import httpx

from webdart.demo import DemoSite


def test_it_says_where_it_serves_and_ends_on_ctrl_c(demo_site: DemoSite) -> None:
    """Address and account are printed; Ctrl-C ends it with exit 0 and without a traceback."""
    command = [sys.executable, "-m", "webdart.demo", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        address, account = (running.stdout.readline().strip() for _ in range(2))
        assert httpx.get(address).status_code == 200
        running.send_signal(signal.SIGINT)
        _, complaints = running.communicate(timeout=20)
    assert account == f"The tracker's user is {demo_site.user}, the password {demo_site.password}. Ctrl-C ends it."
    assert (running.returncode, complaints) == (0, "")


def test_a_taken_port_is_one_sentence(demo_site: DemoSite) -> None:
    """Exit 2, what is wrong and what to do."""
    port = demo_site.url.rstrip("/").rpartition(":")[2]
    ended = subprocess.run(
        [sys.executable, "-m", "webdart.demo", "--port", port], capture_output=True, text=True, check=False, timeout=20
    )
    assert ended.returncode == 2
    assert "--port 0 takes a free one" in ended.stderr
    assert "Traceback" not in ended.stderr
