package import PaywallCatalog

/// `cursor.json`: how far an export is, and the files of its last run.
package struct ExportCursor: Codable, Hashable, Sendable {
  /// The version of this form.
  package var version = 1
  /// Names the ledger without telling its salt.
  package var ledger: String
  package var profile: String
  package var format: String
  package var ids: String
  package var run: Int
  /// The moment as of which the warehouse has every row, in RFC 3339.
  package var at: String
  /// The files of the last run that found changes.
  package var files: [File]
  /// With the digests of the rows that a warehouse has.
  package var state: File

  package struct File: Codable, Hashable, Sendable {
    /// Within the folder.
    package var name: String
    package var bytes: Int
    package var rows: Int
  }

  package var moment: Timestamp? { Timestamp(rfc3339: at) }
}
