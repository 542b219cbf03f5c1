import CatalogFiles
import PaywallServer

// Checks who else can read or write the server's files, and which roots it trusts.
extension LocalChecks {
  /// Findings on roots other than Apple's, which a start refuses together with production.
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

  /// Findings on everyone else who can reach the contents of the state folder.
  var stateExposures: [Finding] {
    StateDirectory(settings.stateDirectory).exposures().map {
      Finding("state", .warning, $0, help: StateDirectory.privacyHelp(settings.stateDirectory))
    }
  }
}
