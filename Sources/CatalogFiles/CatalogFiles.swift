// The first file of the module follows.
