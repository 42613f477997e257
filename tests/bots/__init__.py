"""The machines that play."""
