import PaywallCatalog

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
