import AppStore
import ArgumentParser
import CommandSupport
import PaywallCatalog
import PaywallServer

/// The root certificates that a command trusts. A ledger is bound to the roots of its first facts.
struct AppleRootOptions: ParsableArguments {
  @Option(
    name: .customLong("apple-root"), .file,
    "Trust this root certificate instead of Apple's; may be repeated.")
  var files: [String] = []

  func roots() throws -> TrustedRoots {
    return try Failure.outside("--apple-root: ", help: "leave it out to trust Apple Root CA G3") {
      try TrustedRoots(files: files)
    }
  }
}

/// The option of commands that add facts.
struct AppleRootInProduction: ParsableArguments {
  @Flag(
    name: .customLong("apple-root-in-production"),
    help: "Work on the environment production under --apple-root, for tests of production.")
  var isAllowed = false

  /// Ends the command if facts of production would be signed under a root that is not Apple's.
  func check(_ trust: AppleRootOptions, for snapshot: Snapshot) throws {
    let check = AppleRootCheck(isReplaced: !trust.files.isEmpty, isProductionAllowed: isAllowed)
    guard !check.refuses(snapshot) else {
      throw Failure(.failedOutside, AppleRootCheck.message, help: AppleRootCheck.help)
    }
  }
}
