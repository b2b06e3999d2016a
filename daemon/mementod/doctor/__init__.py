"""A self-check that proves by doing: each file one group of probes, whose results are plain records."""
