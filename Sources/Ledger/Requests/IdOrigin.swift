/// The kind of id that was sent.
package enum IdOrigin: String, CaseIterable, Sendable {
  case userId, anonymousId
}
