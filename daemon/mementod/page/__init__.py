"""The page of `mementod page`: one HTML file that needs nothing else."""
