"""One judgement: from the files of a repository to the verdicts on its notes."""
