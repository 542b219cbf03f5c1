package import Decisions

/// The body of `POST /v1/customer`, `/v1/transactions` and `/v1/offers/eligibility`.
package struct CustomerRequest {
  package var asker: CustomerQuestion
  package var attributes: [String: RawAttribute]
  /// The user to be linked to the customer, with `/v1/transactions`.
  package var userId: String?

  package init(_ body: JSONValue, linksUser: Bool = false) throws(Problem) {
    var members = try MemberReader(body)
    asker = try members.customerQuestion()
    attributes = try members.attributes()
    if linksUser, let text = try members.text("userId") {
      try Limits.check(text, of: "userId")
      guard !text.isEmpty else {
        throw Problem(.wrongType, "“userId” is empty; leave it out.", field: "userId")
      }
      userId = text
    }
    try members.finish()
  }
}
