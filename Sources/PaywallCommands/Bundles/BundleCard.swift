import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Serving

/// A bundle as it is printed.
struct BundleCard: Card {
  let published: PublishedSnapshot
  let issued: Timestamp
  let expires: Timestamp
  /// The id of the root key.
  let root: String
  /// The size in bytes, without and with the signatures.
  let payload: Int
  let whole: Int
  let now: Timestamp

  static let members = Members<Self> {
    $0.always("release", .text) { $0.snapshot.release }
    $0.always("bundleId", .text) { $0.snapshot.app.bundleId }
    $0.always("issued", .moment) { $0.issued.rfc3339 }
    $0.always("expires", .moment) { $0.expires.rfc3339 }
    $0.always("ageInDays", .count, "Whole days since it was signed.") { $0.ageInDays }
    $0.always("root", .text, "The id of the root key.") { $0.root }
    $0.always("paywalls", .count) { $0.snapshot.paywalls.count }
    $0.always("placements", .count) { $0.snapshot.placements.count }
    $0.always("experiments", .count) { $0.snapshot.experiments.count }
    $0.always(
      "partialPlacements", "Where the server may answer otherwise, because something is private."
    ) { $0.partialPlacements }
    $0.always("payloadBytes", .count) { $0.payload }
    $0.always("bytes", .count, "With the signatures.") { $0.whole }
  }

  private var snapshot: Snapshot { published.snapshot }
  private var ageInDays: Int { max(0, now.days(since: issued)) }
  private var partialPlacements: [String] { published.partialPlacements.sorted() }

  func text(for console: Console, title: String) -> String {
    var sheet = Sheet(console, title: title)
    sheet.row("release", snapshot.release)
    sheet.row("app", snapshot.app.bundleId)
    sheet.row("signed", "\(issued.rfc3339), \(ageInDays) \(ageInDays == 1 ? "day" : "days") ago")
    sheet.row("expires", expires.rfc3339)
    sheet.row("root", root)
    sheet.row(
      "holds",
      "\(snapshot.paywalls.count) paywalls, \(snapshot.placements.count) placements, "
        + "\(snapshot.experiments.count) experiments")
    sheet.row(
      "partial",
      partialPlacements.isEmpty
        ? "none: everything is public"
        : "\(partialPlacements.joined(separator: ", ")): the server may answer otherwise")
    sheet.row("size", "\(payload.grouped) bytes, \(whole.grouped) with the signatures")
    return sheet.body
  }
}
