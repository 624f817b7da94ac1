"""What is raised. Each is called by its public name, also in tracebacks and pickles."""


class AssayError(Exception):
    """An error of Assay; by itself, a bug."""

    __module__ = "assay"


class UsageError(AssayError, ValueError):
    """The input or an option is wrong. The message says what, where, and what would be right."""

    __module__ = "assay"


class ProcessError(AssayError, RuntimeError):
    """The process of Assay cannot be started, or ended before it answered."""

    __module__ = "assay"
