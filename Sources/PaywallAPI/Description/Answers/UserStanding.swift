/// Whether the user id of a request counts (`identity` in `store/app.yaml`). The draw hashes any
/// id, but one that does not count reads, writes and joins no record.
package enum UserStanding: String, CaseIterable, Sendable {
  case counts
  /// It came without a proof.
  case unproved
  /// Its proof is for another id, or under another secret.
  case wrongProof

  /// The words on the wire; one that counts needs none.
  package static let words = allCases.filter { $0 != .counts }.map(\.rawValue)
}
