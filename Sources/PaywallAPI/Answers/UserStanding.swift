/// Whether the user id of a request counts (`identity` in `store/app.yaml`). One that does not is
/// hashed for the draw all the same; no record is read, written or joined by it.
package enum UserStanding: String, CaseIterable, Sendable {
  case counts
  /// It came without a proof.
  case unproved
  /// The proof that came with it is of another id, or under another secret.
  case wrongProof

  /// The words on the wire; one that counts needs none.
  package static let words = allCases.filter { $0 != .counts }.map(\.rawValue)
}
