package import Decisions

/// The body of `POST /v1/customer` and `/v1/offers/eligibility`.
package struct CustomerRequest {
  package var asker: CustomerQuestion
  package var attributes: [String: RawAttribute]

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    asker = try members.customerQuestion()
    attributes = try members.attributes()
    // Apps send it with every body; this answer does not depend on a user.
    _ = try members.text("userProof")
    try members.finish()
  }
}
