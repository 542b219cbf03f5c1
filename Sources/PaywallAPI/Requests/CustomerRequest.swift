package import HTTPDocuments
package import PaywallDecisions

/// The body of `POST /v1/customer` and `/v1/offers/eligibility`.
package struct CustomerRequest {
  package var asker: CustomerQuestion
  package var attributes: [String: RawAttribute]
  /// The proof of the `userId` among the attributes. The answer does not depend on it.
  package var userProof: String?
  /// The cursor of the page of purchases before, for `/v1/customer`.
  package var purchasesAfter: String?

  /// - Parameter listsPurchases: takes a cursor.
  package init(_ body: JSONValue, listsPurchases: Bool = false) throws(Problem) {
    var members = try MemberReader(body)
    asker = try members.customerQuestion()
    attributes = try members.attributes()
    userProof = try members.text("userProof")
    if listsPurchases { purchasesAfter = try members.text("purchasesAfter") }
    try members.finish()
  }
}
