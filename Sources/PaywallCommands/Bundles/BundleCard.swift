import PaywallAPI
import PaywallCatalog

/// A bundle as it is printed.
struct BundleCard: Encodable {
  var release: String
  var bundleId: String
  var issued: String
  var expires: String
  /// Whole days since it was signed.
  var ageInDays: Int
  var root: String
  var paywalls: Int
  var placements: Int
  var experiments: Int
  /// Where the server may answer otherwise, because something is private.
  var partialPlacements: [String]
  var payloadBytes: Int
  var bytes: Int

  init(
    _ published: PublishedSnapshot, issued: Timestamp, expires: Timestamp, root: String,
    payload: Int, whole: Int, at now: Timestamp
  ) {
    release = published.snapshot.release
    bundleId = published.snapshot.app.bundleId
    self.issued = issued.rfc3339
    self.expires = expires.rfc3339
    ageInDays = max(0, now.days(since: issued))
    self.root = root
    paywalls = published.snapshot.paywalls.count
    placements = published.snapshot.placements.count
    experiments = published.snapshot.experiments.count
    partialPlacements = published.partialPlacements.sorted()
    payloadBytes = payload
    bytes = whole
  }

  func write(to console: Console, title: String) {
    var sheet = Sheet(console, title: title)
    sheet.row("release", release)
    sheet.row("app", bundleId)
    sheet.row("signed", "\(issued), \(ageInDays) \(ageInDays == 1 ? "day" : "days") ago")
    sheet.row("expires", expires)
    sheet.row("root", root)
    sheet.row(
      "holds", "\(paywalls) paywalls, \(placements) placements, \(experiments) experiments")
    sheet.row(
      "partial",
      partialPlacements.isEmpty
        ? "none: everything is public"
        : "\(partialPlacements.joined(separator: ", ")): the server may answer otherwise")
    sheet.row("size", "\(payloadBytes.grouped) bytes, \(bytes.grouped) with the signatures")
    console.write(sheet.body)
  }
}

extension BundleCard {
  static let schema = Schema.object([
    .always("release", .text), .always("bundleId", .text), .always("issued", .moment),
    .always("expires", .moment), .always("ageInDays", .count, "Whole days since it was signed."),
    .always("root", .text, "The id of the root key."), .always("paywalls", .count),
    .always("placements", .count), .always("experiments", .count),
    .always(
      "partialPlacements", .list(of: .text),
      "Where the server may answer otherwise, because something is private."),
    .always("payloadBytes", .count), .always("bytes", .count, "With the signatures."),
  ])
}
