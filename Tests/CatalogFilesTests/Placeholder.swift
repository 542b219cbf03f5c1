// The first test follows.
