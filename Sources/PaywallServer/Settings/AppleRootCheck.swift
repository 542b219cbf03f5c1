import PaywallAPI
package import PaywallCatalog
import Serving

/// Guards against roots other than Apple's: a holder of their keys can forge purchases, refunds and
/// the history that offers are signed for.
package struct AppleRootCheck: Sendable {
  /// Whether `--apple-root` was given.
  package let isReplaced: Bool
  /// Whether production may be served anyway.
  package let isProductionAllowed: Bool

  package init(isReplaced: Bool, isProductionAllowed: Bool) {
    self.isReplaced = isReplaced
    self.isProductionAllowed = isProductionAllowed
  }

  package init(_ settings: Settings) {
    self.init(
      isReplaced: !settings.appleRoots.isEmpty,
      isProductionAllowed: settings.appleRootsInProduction)
  }

  package func refuses(_ snapshot: Snapshot) -> Bool {
    isReplaced && !isProductionAllowed && snapshot.app.environments.contains(.production)
  }

  /// Why a release is refused, as `paywall check` prints it.
  func contradictions(of snapshot: Snapshot) -> [String] {
    refuses(snapshot)
      ? ["\(ConfigurationPath.app): error: \(Self.message)\n  help: \(Self.help)"] : []
  }

  package static let message =
    "'environments' has production, and --apple-root replaces Apple's root certificate: nothing in production would be Apple's"
  package static let help =
    "leave --apple-root out, take production out of 'environments' in Paywalls/store/app.yaml, or give --apple-root-in-production for a test that knows it"

  static let warning =
    "--apple-root replaces Apple's root certificate: what Apple signs is refused, and anyone with the key of this root can make purchases"

  var reasons: [ReadinessReason] {
    guard isReplaced else { return [] }
    return .only(
      "appleRootReplaced", "texts that chain up to --apple-root are trusted, and Apple's are not",
      .note)
  }
}
