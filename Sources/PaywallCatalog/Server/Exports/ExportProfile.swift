#if Server
/// The tables and columns of an export to a warehouse.
package enum ExportProfile: String, CaseIterable, Sendable {
  /// The tables of the ledger.
  case ledger
  /// One table with the columns of RevenueCat's scheduled exports, version 5.
  case revenuecat
}

/// How the rows of an export are written.
package enum ExportFormat: String, CaseIterable, Sendable {
  case csv, ndjson
}

/// How an export shows the ids of persons, devices and purchases.
package enum ExportIdForm: String, CaseIterable, Sendable {
  case plain
  /// HMAC-SHA-256 with a key of the team.
  case hashed
  /// Left out.
  case none
}
#endif
