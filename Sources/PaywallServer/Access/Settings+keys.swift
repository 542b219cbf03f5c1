import PaywallCatalog

extension Settings {
  /// Refuses a release without keys if keys are required.
  package func check(_ keys: APIKeys) throws(StartError) {
    let reasons = reasonsForKeys
    guard keys.isEmpty, !reasons.isEmpty else { return }
    throw .noKeys(reasons)
  }

  /// Why no browser may call, whatever `--allow-origin` names; `nil` without the option, or with a key
  /// that pages may have.
  package func originDoubt(_ keys: APIKeys) -> String? {
    guard !allowedOrigins.isEmpty, !keys.callers.contains(where: { $0.role == .client }) else {
      return nil
    }
    return "no page of --allow-origin may call: none of the keys has the role client"
  }
}
