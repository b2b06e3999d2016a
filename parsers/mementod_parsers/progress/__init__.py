"""Progress text to entries, and one entry more in the file's own form."""
