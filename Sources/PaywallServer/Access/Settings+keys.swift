extension Settings {
  /// Refuses a release without keys if keys are required.
  package func check(_ keys: APIKeys) throws(StartError) {
    let reasons = reasonsForKeys
    guard keys.isEmpty, !reasons.isEmpty else { return }
    throw .noKeys(reasons)
  }
}
