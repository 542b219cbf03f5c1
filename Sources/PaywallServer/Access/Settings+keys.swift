import Logging
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

  /// Warns at the start of impossible values in the keys of the release and of the settings.
  func warnOfKeys(_ keys: APIKeys, _ logger: Logger) {
    if let doubt = originDoubt(keys) {
      logger.warning("\(doubt). Make one with 'paywall key create --role client --add'")
    }
    for doubt in keyDoubts {
      logger.warning(
        "a key id is malformed, and Apple will refuse its signatures; copy it from App Store Connect",
        metadata: ["key": "\(doubt)"])
    }
  }
}
