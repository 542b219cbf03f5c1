/// The ids of one request, as recorded assignments are looked up by them.
package struct VisitorIdentity: Hashable, Sendable {
  package var userId: String?
  package var anonymousId: String?

  package init(userId: String? = nil, anonymousId: String? = nil) {
    self.userId = userId
    self.anonymousId = anonymousId
  }

  package var ids: [String] { [userId, anonymousId].compactMap(\.self) }
}
