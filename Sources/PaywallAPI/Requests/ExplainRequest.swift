package import HTTPDocuments
package import PaywallCatalog
package import PaywallDecisions

/// The body of `POST /v1/explain`: a decision to trace, now or at another time.
package struct ExplainRequest {
  package var placement: String
  package var attributes: [String: RawAttribute]
  package var at: Timestamp?
  package var asker: CustomerQuestion
  /// Records to use instead of the ledger's; `nil` reads the ledger.
  package var records: [StatedRecord]?
  /// The experiment whose exclusion to explain.
  package var whyNot: String?

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    placement = try members.required("placement", "the placement to decide")
    attributes = try members.attributes()
    try members.locales(into: &attributes)
    at = try members.moment("at")
    records = try members.records()
    whyNot = try members.text("whyNot")
    asker = try members.customerQuestion()
    try members.refusePreview()
    try members.finish()
  }
}

/// A record that the caller states.
package struct StatedRecord {
  package var experiment: String
  package var variant: String
  package var phase: Int?
  /// The id it was drawn with; `nil` is the visitor's own.
  package var unit: String?
  package var at: Timestamp?

  /// - Parameter phase: `nil` is the current one.
  package init(
    experiment: String, variant: String, phase: Int? = nil, unit: String? = nil,
    at: Timestamp? = nil
  ) {
    self.experiment = experiment
    self.variant = variant
    self.phase = phase
    self.unit = unit
    self.at = at
  }
}

extension MemberReader {
  /// `records`: `[{"experiment":…,"variant":…,"phase":1,"unit":…,"at":…}]`.
  package mutating func records() throws(Problem) -> [StatedRecord]? {
    guard let member = take("records") else { return nil }
    guard case .list(let items) = member.value else {
      throw Self.wrong(member, "an array of objects")
    }
    var records: [StatedRecord] = []
    for (index, item) in items.enumerated() {
      var reader = try MemberReader(item, called: "records[\(index)]")
      records.append(
        StatedRecord(
          experiment: try reader.short("experiment", "the experiment's id"),
          variant: try reader.short("variant", "the variant's name"),
          phase: try reader.phase(), unit: try reader.text("unit"),
          at: try reader.moment("at")))
      try reader.finish()
    }
    return records
  }
}
