import Catalog

/// Who uses this device: an id that it made up for itself, and the user who logged in.
struct VisitorIds: Codable, Hashable, Sendable {
  var anonymousId: String
  var userId: String?
  /// Milliseconds; when the anonymous id was made.
  var firstSeen: Int64
  /// Of the user id, by the team's server.
  var userProof: String?

  /// Stands for both ids in names of files.
  var digest: String { Sealed.name(for: anonymousId, userId) }

  /// The ids that assignments are kept by.
  func has(_ unit: String) -> Bool {
    anonymousId.utf8.elementsEqual(unit.utf8) || userId?.utf8.elementsEqual(unit.utf8) ?? false
  }
}
