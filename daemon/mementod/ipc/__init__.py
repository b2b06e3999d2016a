"""The socket: who asks what, and when it can be answered; both sides of it."""
