"""One small table a language: which syntax nodes define a symbol."""
