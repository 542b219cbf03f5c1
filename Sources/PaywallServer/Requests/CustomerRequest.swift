package import Decisions

/// The body of `POST /v1/customer` and `/v1/offers/eligibility`.
package struct CustomerRequest {
  package var asker: CustomerQuestion
  package var attributes: [String: RawAttribute]

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    asker = try members.customerQuestion()
    attributes = try members.attributes()
    try members.finish()
  }
}
