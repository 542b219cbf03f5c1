package import HTTPDocuments
package import PaywallDecisions

extension MemberReader {
  /// Takes an `anonymousId` beside the attributes: it counts as the attribute of this name, unless
  /// that was sent, too. Like an attribute, one of another type is not refused.
  package mutating func anonymousId(
    into attributes: inout [String: RawAttribute]
  ) throws(Problem) {
    guard let member = take("anonymousId") else { return }
    let value = RawAttribute(member.value)
    if case .text(let text) = value { try Limits.check(text, of: member.name) }
    guard attributes["anonymousId"] ?? .null == .null else { return }
    attributes["anonymousId"] = value
  }
}
