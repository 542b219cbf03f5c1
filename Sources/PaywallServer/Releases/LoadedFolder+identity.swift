import Catalog

extension UserProofs {
  /// Refuses a folder whose users have to be proved while there is no secret to prove them by: it
  /// would forget, for as long as it is served, what every user was shown.
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
      help: “paywall key user-proof --out FILE” makes one; start the server with --user-proof-secret FILE
    """
}
