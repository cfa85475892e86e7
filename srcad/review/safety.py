"""Whether a golden may be executed: it does what srcad writes, or what is written now.

A golden is text that anybody could have put into a pull request, where it looks like
what nobody reads. Before it is run, it is looked through for what a generated module
has no use for and the new module does not have either: other imports, reading and
writing files, names that lead to the interpreter. It is no sandbox; what passes runs
in a process of its own (``process``).
"""

import ast

# What modules import that srcad writes.
_USUAL = ("numpy", "math", "sys", "warnings", "functools", "numba", "scipy", "srcad")
_REACHING = {
    *("eval", "exec", "compile", "open", "input", "breakpoint", "globals", "locals"),
    *("vars", "setattr", "delattr", "getattr", "memoryview", "help", "exit", "quit"),
}
_WRITING = {
    *("load", "save", "savez", "savez_compressed", "savetxt", "loadtxt", "tofile"),
    *("fromfile", "memmap", "ctypeslib", "ctypes", "DataSource", "genfromtxt", "dump"),
    *("modules", "meta_path", "path_hooks", "settrace", "setprofile", "f2py", "lib"),
    *("distutils", "testing", "fromregex", "dumps", "open_memmap"),
}


def refusal(old: ast.Module, new: ast.Module) -> str:
    """Why the old module is not run, in words; "" where it may be."""
    known = set(_reached(new)) | _of_entry()
    for one in _reached(old):
        if one not in known:
            return f"the golden has `{one}`, which is not in the new module"
    return ""


def _of_entry() -> set[str]:
    """What ``check`` and ``load_captured`` of every module may have."""
    return {"getattr", "load", "__file__", "__name__"}


def _reached(tree: ast.Module) -> list[str]:
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                found += [f"import {one.name}" for one in names if not _usual(one.name)]
            case ast.ImportFrom(module=module, names=names):
                if not _usual(module or ""):
                    found += [f"from {module} import {one.name}" for one in names]
                found += [one.name for one in names if one.name in _WRITING]
            case ast.Name(word) if word in _REACHING or word.startswith("__"):
                found.append(word)
            case ast.Attribute(attr=word) if word in _WRITING or word.startswith("__"):
                found.append(word)
    return found


def _usual(module: str) -> bool:
    return module.partition(".")[0] in _USUAL
