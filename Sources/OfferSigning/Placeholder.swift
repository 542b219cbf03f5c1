// The signing module follows.
