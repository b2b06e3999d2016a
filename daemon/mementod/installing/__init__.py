"""What we put into the files of others, and how it comes out again."""
