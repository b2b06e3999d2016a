"""The shell around the core: owns state and talks to files, git and people."""

__version__ = "0.1.0"
