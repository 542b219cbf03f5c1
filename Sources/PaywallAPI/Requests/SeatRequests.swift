package import HTTPDocuments
import PaywallCatalog
import Subscribers

/// The body of `POST /v1/seats/{transaction}`, which the team's server sends.
package struct SeatClaimRequest {
  package var userId: String?
  package var appTransactionId: String?
  /// `nil`: it follows from the person.
  package var requestIdentifier: String?

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    userId = try members.person("userId")
    appTransactionId = try members.person("appTransactionId")
    guard userId != nil || appTransactionId != nil else {
      throw MemberReader.missing(
        "userId",
        "the id of the person who gets the seat; 'appTransactionId' beside or instead of it"
      )
    }
    requestIdentifier = try members.text("requestIdentifier")
    if let requestIdentifier, !(1...128).contains(requestIdentifier.utf8.count) {
      throw Problem(
        .wrongType, "'requestIdentifier' must have 1 to 128 characters.",
        field: "requestIdentifier")
    }
    try members.finish()
  }
}

/// The body of `POST /v1/seats/{transaction}/{seat}/associate`.
package struct SeatAssociationRequest {
  package var appTransactionId: String

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    guard let id = try members.person("appTransactionId") else {
      throw MemberReader.missing("appTransactionId", "the member's, as their app sends it")
    }
    appTransactionId = id
    try members.finish()
  }
}

extension MemberReader {
  /// The id of a person, which is not blank.
  fileprivate mutating func person(_ name: String) throws(Problem) -> String? {
    guard let id = try text(name) else { return nil }
    try GivenAccess.check(holder: id, of: name)
    return id
  }
}
