/// A table whose rows are moved from one database into another.
///
/// Its columns are read from both databases, so a column that only one of them has stops a move
/// instead of being left behind.
package struct MovedTable: Hashable, Sendable {
  package let name: String
  /// Its name in a file, and those of its columns there, where they differ.
  package let nameInFile: String
  package let columnsInFile: [String: String]
  /// A count that a database keeps in several rows, one for each slot.
  package let sum: String?
  /// Where the rows' numbers come from, which are never given twice.
  package let number: String?

  private init(
    _ name: String, inFile nameInFile: String? = nil, columnsInFile: [String: String] = [:],
    sum: String? = nil, number: String? = nil
  ) {
    self.name = name
    self.nameInFile = nameInFile ?? name
    self.columnsInFile = columnsInFile
    self.sum = sum
    self.number = number
  }

  private static func numbered(_ name: String, by number: String = "number") -> MovedTable {
    MovedTable(name, number: number)
  }

  private static func ofChains(_ name: String, number: String? = nil) -> MovedTable {
    MovedTable(name, columnsInFile: ["chain": "line"], number: number)
  }

  /// All tables with what a ledger keeps; a row comes after those that it refers to.
  package static let all = [
    MovedTable("headers", columnsInFile: ["content": "text"]),
    MovedTable("notifications"),
    .numbered("apple_accounts"),
    .numbered("customers"),
    MovedTable("chains", inFile: "lines", number: "number"),
    .ofChains("facts", number: "number"),
    .ofChains("transactions"),
    .ofChains("renewals"),
    .ofChains("renewal_events"),
    .ofChains("tokens"),
    MovedTable("links", columnsInFile: ["user_id": "user"]),
    .numbered("remnants"),
    MovedTable("remnant_ids"),
    MovedTable("marks"),
    .numbered("grants", by: "id"),
    MovedTable("days", sum: "granted"),
    MovedTable("attempts"),
    .numbered("dimensions"),
    .numbered("served_paywalls"),
    .numbered("reported_paywalls"),
    MovedTable("assignments"),
    MovedTable("placement_exposures"),
    MovedTable("held_out"),
    MovedTable("exposure_ids"),
    .numbered("aliases"),
    MovedTable("phases"),
    MovedTable("sightings"),
    MovedTable("set_aside_customers"),
    MovedTable("contested_sightings"),
    .numbered("conflicts"),
    .numbered("releases"),
    .numbered("served"),
    .numbered("counted_variants"),
    .numbered("counted_devices"),
    MovedTable("daily_counts"),
    MovedTable("counted_versions"),
    MovedTable("count_batches"),
    .ofChains("money_events"),
    .ofChains("purchase_changes", number: "number"),
    MovedTable("covariates"),
    MovedTable("covariate_customers"),
    MovedTable("exposed_cells", sum: "persons"),
    .numbered("erased_cells"),
    MovedTable("erased_sums"),
    MovedTable("jobs"),
    MovedTable("history_fetches"),
    .numbered("kept_aside"),
    MovedTable(
      "refund_cases", columnsInFile: ["chain": "line", "number": "rowid"], number: "number"),
    .ofChains("refund_decisions"),
    .ofChains("purchase_reports"),
    MovedTable("customer_reports"),
  ]
}
