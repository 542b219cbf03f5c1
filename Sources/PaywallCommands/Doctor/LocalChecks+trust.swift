import CatalogFiles
import PaywallServer

// Who else can read or write the server's files, and which roots it trusts.
extension LocalChecks {
  /// Roots instead of Apple's, which a start refuses together with production.
  var appleRoots: [Finding] {
    let check = AppleRootCheck(settings)
    guard check.isReplaced else { return [] }
    if let snapshot = Loader.load(settings.config).snapshot, check.refuses(snapshot) {
      return [Finding("apple root", .error, AppleRootCheck.message, help: AppleRootCheck.help)]
    }
    return .only(
      "apple root", .warning, "--apple-root is trusted instead of Apple's",
      help: "leave it out, unless this is a test with a store of its own")
  }

  /// Who else can reach what the state folder holds.
  var stateExposures: [Finding] {
    StateDirectory(settings.stateDirectory).exposures().map {
      Finding("state", .warning, $0, help: StateDirectory.privacyHelp(settings.stateDirectory))
    }
  }
}
