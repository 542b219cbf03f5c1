extension Settings {
  /// Whether a process may serve a release with these keys.
  package func check(_ keys: APIKeys) throws(StartError) {
    let reasons = reasonsForKeys
    guard keys.isEmpty, !reasons.isEmpty else { return }
    throw .noKeys(reasons)
  }
}
