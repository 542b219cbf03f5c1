package import HTTPDocuments
package import PaywallDecisions

/// The body of `POST /v1/transactions`. The signed texts alone say whose they are.
package struct PurchasesRequest {
  package var evidence: SignedTexts
  /// The user to link to the customer.
  package var userId: String?
  package var userProof: String?
  /// The attributes, of which only the ids of the visitor and the account that narrows the answer
  /// are read.
  package var attributes: [String: RawAttribute]

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    evidence = try members.signedTexts()
    attributes = try members.attributes()
    try members.anonymousId(into: &attributes)
    userId = try members.filled("userId").flatMap { PlaceholderId.contains($0) ? nil : $0 }
    userProof = try members.text("userProof")
    try members.finish()
  }
}
