import PaywallCatalog
import Testing

@testable import CatalogFiles

@Suite("The file of exports")
struct ExportFileTests {
  @Test("has an export a day at 03:00, as CSV with plain ids, for 90 days, unless it says more")
  func read() throws {
    let files = Base.with([
      "Paywalls/store/exports.yaml": """
      exports:
        usual: { folder: /var/exports }
        other:
          folder: /var/revenuecat
          profile: revenuecat
          format: ndjson
          ids: hashed
          key: env:EXPORT_KEY
          every: PT6H
          keep: P30D
      """
    ])
    let (snapshot, report) = Loader.load(files)
    #expect(report.diagnostics == [], "\(report.text())")
    let exports = try #require(snapshot?.exports).sorted { $0.folder < $1.folder }
    #expect(
      exports == [
        ExportSchedule(
          name: "usual", folder: "/var/exports", profile: .ledger, format: .csv, ids: .plain,
          times: .daily(hour: 3), keep: Period(days: 90)),
        ExportSchedule(
          name: "other", folder: "/var/revenuecat", profile: .revenuecat, format: .ndjson,
          ids: .hashed, key: .environment("EXPORT_KEY"), times: .every(Period(seconds: 21_600)),
          keep: Period(days: 30)),
      ])
    let path = "Paywalls/store/exports.yaml"
    let bytes = try #require(files.files[path])
    #expect(FolderSchemas(files).complaints(about: bytes, at: path, read: .old) == [])
  }
}
