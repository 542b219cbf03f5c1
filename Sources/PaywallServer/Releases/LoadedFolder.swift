import Logging
package import PaywallCatalog

/// The result of reading a folder: a snapshot, unless it has errors.
package struct LoadedFolder: Sendable {
  package var snapshot: Snapshot?
  /// The API keys, also of a folder with errors, unless `store/keys.yaml` itself has some.
  package var keys: [APIKey]?
  /// Whole diagnostics, as `paywall check` prints them.
  package var errors: [String]
  package var warnings: [String]

  package init(
    snapshot: Snapshot?, keys: [APIKey]? = nil, errors: [String] = [], warnings: [String] = []
  ) {
    self.snapshot = snapshot
    self.keys = keys ?? snapshot?.keys
    self.errors = errors
    self.warnings = warnings
  }

  /// An earlier release with this folder's keys: a revoked key is out, even if the folder cannot be
  /// served. The release keeps its own keys if these cannot be read or are empty: that may be a
  /// mistake, and would open a server that requires keys.
  ///
  /// - Returns: `nil` if that changes nothing.
  package func keys(takenUpBy release: Snapshot) -> Snapshot? {
    guard let keys, !APIKeys(keys).isEmpty, keys != release.keys else { return nil }
    var snapshot = release
    snapshot.keys = keys
    return snapshot
  }
}

/// Reads the folder that holds `Paywalls` and `Experiments`.
package typealias FolderLoader = @Sendable (_ folder: String) -> LoadedFolder

extension LoadedFolder {
  /// Serves the sandbox only, whatever environments the configuration names.
  static func ofSandbox(_ load: @escaping FolderLoader) -> FolderLoader {
    { folder in
      var loaded = load(folder)
      loaded.snapshot?.app.environments = [.sandbox]
      return loaded
    }
  }
}

extension UserProofs {
  /// Refuses a folder that requires user proofs if there is no secret to verify them. While served,
  /// it would ignore every user's recorded assignments.
  package func checking(_ load: @escaping FolderLoader) -> FolderLoader {
    guard isEmpty else { return load }
    return { folder in
      var loaded = load(folder)
      guard loaded.snapshot?.app.identity == .signed else { return loaded }
      loaded.snapshot = nil
      loaded.errors.append(Self.missing)
      return loaded
    }
  }

  private static let missing = """
    Paywalls/store/app.yaml: error: [noUserProofSecret] 'identity: signed' needs a secret to prove users by
      help: 'paywall key user-proof --out FILE' makes one; start the server with --user-proof-secret FILE
    """
}

extension Logger {
  /// A line for each warning of a configuration.
  func warn(of diagnostics: [String]) {
    for diagnostic in diagnostics {
      warning("configuration", metadata: ["diagnostic": "\(diagnostic)"])
    }
  }
}
