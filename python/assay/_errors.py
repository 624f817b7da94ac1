"""What is raised."""


class AssayError(Exception):
    """An error of Assay; by itself, a bug."""


class UsageError(AssayError, ValueError):
    """The input or an option is wrong. The message says what, where, and what would be right."""


class ProcessError(AssayError, RuntimeError):
    """The process of Assay cannot be started, or ended before it answered."""
