/// The ids of the visitor on this device: one that the device generated, and the user's after a
/// log-in.
struct VisitorIds: Codable, Equatable, Sendable {
  var anonymousId: String
  var userId: String?
  /// Milliseconds; when the anonymous id was made.
  var firstSeen: Int64
  /// Of the user id, by the team's server.
  var userProof: String?

  /// Digest of both ids, for names of files.
  var digest: String { Fingerprint.short(of: anonymousId, userId) }

  /// Whether one of the ids is this unit of an assignment.
  func has(_ unit: String) -> Bool {
    anonymousId.utf8.elementsEqual(unit.utf8) || userId?.utf8.elementsEqual(unit.utf8) ?? false
  }
}
