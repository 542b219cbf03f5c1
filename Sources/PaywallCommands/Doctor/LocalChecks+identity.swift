import PaywallCatalog
import PaywallServer

// Checks that the server can verify users, if the configuration requires it.
extension LocalChecks {
  func userProofs(for policy: IdentityPolicy) -> [Finding] {
    do {
      let proofs = try PaywallService.userProofs(settings)
      return Finding.userProofs(policy, hasSecret: !proofs.isEmpty)
    } catch {
      return .only(
        "user proofs", .error, "a secret cannot be used: \(reason(of: error))",
        help: "give files of mode 0600; 'paywall key user-proof --out FILE' makes one")
    }
  }

  private func reason(of error: StartError) -> String {
    if case .userProofSecret(let reason) = error { reason } else { error.description }
  }
}

extension Finding {
  /// A pure function from the state that was found to a finding.
  static func userProofs(_ policy: IdentityPolicy, hasSecret: Bool) -> [Finding] {
    switch (policy, hasSecret) {
    case (.signed, true): [Finding("user proofs", .ok, "users count with a proof")]
    case (.signed, false):
      .only(
        "user proofs", .error, "'identity: signed' needs a secret, and none is given",
        help: "'paywall key user-proof --out FILE' makes one; give --user-proof-secret FILE")
    case (.named, _): []
    }
  }
}
