package import Catalog
package import Decisions

/// The body of `POST /v1/explain`: a decision to be traced, now or at another time.
package struct ExplainRequest {
  package var placement: String
  package var attributes: [String: RawAttribute]
  package var at: Timestamp?
  package var asker: CustomerQuestion

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    placement = try members.required("placement", "the placement to decide")
    attributes = try members.attributes()
    if let text = try members.text("at") {
      guard let moment = Timestamp(rfc3339: text) else {
        throw Problem(
          .wrongType, "“at” must be a time with a zone, such as 2026-12-01T09:00:00Z.", field: "at")
      }
      at = moment
    }
    asker = try members.customerQuestion()
    try members.refusePreview()
    try members.finish()
  }
}
