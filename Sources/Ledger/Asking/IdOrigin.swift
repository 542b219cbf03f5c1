/// As what an id was sent.
package enum IdOrigin: String, CaseIterable, Sendable {
  case userId, anonymousId
}
