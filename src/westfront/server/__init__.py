"""The server: tables at which the games are played, over HTTP, kept in a store."""
