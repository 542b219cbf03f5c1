/// The ids of the visitor on this device: one that the device generated, and the user's after a
/// log-in.
struct VisitorIds: Codable, Equatable, Sendable {
  var anonymousId: String
  var userId: String?
  /// The time at which the anonymous id was made, in milliseconds.
  var firstSeen: Int64
  /// The proof of the user id, by the team's server.
  var userProof: String?

  /// Digest of both ids, for names of files.
  var digest: String { Fingerprint.short(of: anonymousId, userId) }

  /// True if one of the ids is this unit of assignment.
  func has(_ unit: String) -> Bool {
    anonymousId.utf8.elementsEqual(unit.utf8) || userId?.utf8.elementsEqual(unit.utf8) ?? false
  }
}
