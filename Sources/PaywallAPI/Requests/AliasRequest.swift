package import HTTPDocuments
package import PaywallCatalog
import PaywallDecisions

/// The body of `POST /v1/aliases`: an anonymous id and its user.
package struct AliasRequest {
  package var anonymousId: String
  package var userId: String
  package var environment: AppStoreEnvironment
  package var userProof: String?
  /// Signed texts of purchases whose `appAccountToken` is the user's id.
  package var evidence: SignedTexts

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    anonymousId = try members.id("anonymousId", "the id from before the login")
    userId = try members.id("userId", "the id of the user who logged in")
    environment = .production
    if let word = try members.text("environment") {
      environment = try AppStoreEnvironment(word: word, field: "environment")
    }
    userProof = try members.text("userProof")
    evidence = try members.signedTexts()
    try members.finish()
    guard !anonymousId.utf8.elementsEqual(userId.utf8) else {
      throw Problem(
        .sameIds, "'anonymousId' and 'userId' are the same; nothing needs to be joined.",
        field: "userId")
    }
  }
}

extension MemberReader {
  /// An id as decisions read it: text, or a whole number that a double holds.
  fileprivate mutating func id(_ name: String, _ what: String) throws(Problem) -> String {
    guard let member = take(name) else { throw Self.missing(name, what) }
    switch member.value {
    case .text(let text) where !text.isEmpty:
      try Limits.check(text, of: name)
      guard !PlaceholderId.contains(text) else {
        throw Problem(
          .missingMember, "'\(name)' is a program's placeholder and not an id: send \(what).",
          field: name)
      }
      return text
    case let value:
      if let number = value.whole, number.magnitude < 1 << 53 { return String(number) }
      throw Self.wrong(member, "a text that is not empty")
    }
  }
}
