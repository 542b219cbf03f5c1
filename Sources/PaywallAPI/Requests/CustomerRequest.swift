package import PaywallDecisions

/// The body of `POST /v1/customer` and `/v1/offers/eligibility`.
package struct CustomerRequest {
  package var asker: CustomerQuestion
  package var attributes: [String: RawAttribute]
  /// Of the `userId` among the attributes. The answer does not depend on it.
  package var userProof: String?

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    asker = try members.customerQuestion()
    attributes = try members.attributes()
    userProof = try members.text("userProof")
    try members.finish()
  }
}
