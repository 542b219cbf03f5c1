import HTTPDocuments
package import PaywallAPI
package import PaywallCatalog
import PaywallDecisions

extension UserStanding {
  package init(
    _ userId: String?, provedBy proof: String?, for caller: Caller, policy: IdentityPolicy,
    _ proofs: UserProofs
  ) {
    guard policy == .signed, !caller.role.includes(.server), let userId else {
      self = .counts
      return
    }
    guard let proof else {
      self = .unproved
      return
    }
    self = proofs.accept(proof, of: userId) ? .counts : .wrongProof
  }
}

extension RequestScope.Entry {
  /// Whether a user id counts in the release of this request.
  func standing(
    of userId: String?, provedBy proof: String?, for caller: Caller
  ) -> UserStanding {
    UserStanding(
      userId, provedBy: proof, for: caller, policy: release.snapshot.app.identity, userProofs)
  }

  /// The standing of the user id in the attributes, checked once for a request that needs it twice:
  /// one with evidence. `nil` for others.
  func standing(
    of attributes: [String: RawAttribute], provedBy proof: String?, beside evidence: SignedTexts,
    for caller: Caller
  ) -> UserStanding? {
    guard let proof, evidence.count > 0 else { return nil }
    return standing(
      of: attributes["userId"]?.readAsUnit().text, provedBy: proof, for: caller)
  }
}

extension Problem {
  /// The problem of a request that needs a proved user id.
  static func userProofRequired(_ standing: UserStanding) -> Problem {
    Problem(
      .userProofRequired,
      standing == .wrongProof
        ? "The proof was made for another id, or under a secret that this server does not have; get a new one from your server."
        : "This app requires proof of its users: send 'userProof', which your server makes from the id.",
      reason: standing.rawValue, field: "userProof")
  }
}
