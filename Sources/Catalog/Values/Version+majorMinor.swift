extension Version {
  /// The first two numbers; a missing one is 0.
  package var majorMinor: (major: UInt64, minor: UInt64) {
    (parts.first ?? 0, parts.count > 1 ? parts[1] : 0)
  }
}
