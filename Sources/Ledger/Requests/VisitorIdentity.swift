/// The ids of one request, by which recorded assignments are looked up.
package struct VisitorIdentity: Hashable, Sendable {
  package var userId: String?
  package var anonymousId: String?

  package init(userId: String? = nil, anonymousId: String? = nil) {
    self.userId = userId
    self.anonymousId = anonymousId
  }

  package var ids: [String] { [userId, anonymousId].compactMap(\.self) }
}

/// The kind of id that was sent.
package enum IdOrigin: String, CaseIterable, Sendable {
  case userId, anonymousId
}
