"""The core: text in, values out. No I/O, no clock, no SQL, no git."""
