"""``srcad run``: a MindSpore script on srcad, as ``python SCRIPT`` would run it.

The script is ``__main__``; ``sys.argv``, ``sys.path[0]``, exit codes and tracebacks are
those that Python gives it. What was set up for it stays: its threads and exit handlers
may outlive the command.
"""

import builtins
import os
import sys
import tempfile
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import click

from srcad.alias import alias_mindspore
from srcad.cli.output import CommandError
from srcad.cli.settings import Settings, common_options

_SIGINT = 130  # how a shell reports a process that Ctrl-C ended


@click.command(
    short_help="Run a MindSpore script on srcad.",
    context_settings={"allow_interspersed_args": False},
)
@click.argument("script")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[ARG]...")
@click.option(
    "--replace-mindspore",
    is_flag=True,
    help="Shadow the MindSpore that is installed here.",
)
@common_options
@click.pass_obj
def run(
    settings: Settings, script: str, arguments: tuple[str, ...], replace_mindspore: bool
) -> int:
    """Run SCRIPT as `python SCRIPT ARG...` does, with `import mindspore` answered by
    srcad.

    Options stand before SCRIPT; what follows it is the script's. Exits as the script
    does.
    """
    import codegen  # noqa: F401 - before sys.path changes: it may be how it is found

    path, folder = _places(script)
    _set_path(folder)
    sys.argv[:] = [script, *arguments]
    try:
        alias_mindspore(replace=replace_mindspore)
    except RuntimeError as error:
        message = str(error).partition(",")[0]
        raise CommandError(
            f"{message}; srcad does not shadow it unless asked, with "
            f"`srcad run --replace-mindspore {script}`"
        ) from None
    if settings.cache:
        return _run(path)
    with tempfile.TemporaryDirectory(prefix="srcad-") as store:
        os.environ["SRCAD_CACHE_DIR"] = store
        return _run(path)


def _places(script: str) -> tuple[str, str]:
    """Return the file to run, and what ``sys.path[0]`` is while it runs."""
    if os.path.isdir(script):
        main = os.path.join(script, "__main__.py")
        if not os.path.isfile(main):
            raise CommandError(f"there is no __main__.py in the folder {script}")
        return _absolute(main), _absolute(script)
    if not os.path.isfile(script):
        raise CommandError(f"there is no file {script}")
    return _absolute(script), os.path.dirname(os.path.realpath(script))


def _absolute(path: str) -> str:
    # Python leaves `..` in a script's path, and so do its tracebacks.
    return os.path.join(os.getcwd(), path)


def _set_path(folder: str) -> None:
    """Put the script's folder where the command's was, unless Python adds none."""
    if not sys.flags.safe_path:
        sys.path[0] = folder


def _run(path: str) -> int:
    """Run a file as ``__main__`` and return the exit code.

    SystemExit passes; any other exception is reported as Python does, from the script's
    own frame on.
    """
    main = ModuleType("__main__")
    main.__dict__.update(
        __annotations__={},
        __builtins__=builtins,
        __cached__=None,
        __file__=path,
        __loader__=SourceFileLoader("__main__", path),
    )
    sys.modules["__main__"] = main
    code = None
    try:
        code = compile(Path(path).read_bytes(), path, "exec", dont_inherit=True)
        exec(code, main.__dict__)
    except SystemExit:
        raise
    except BaseException as error:
        _report(error, code)
        return _SIGINT if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _report(error: BaseException, code: CodeType | None) -> None:
    """Print a traceback that starts at the script; its ``sys.excepthook`` holds."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_frame.f_code is not code:
        traceback = traceback.tb_next
    error.__traceback__ = traceback
    sys.excepthook(type(error), error, traceback)
