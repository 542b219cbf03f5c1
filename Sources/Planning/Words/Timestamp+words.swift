import PaywallCatalog

extension Timestamp {
  /// `2026-12-22 09:00 UTC`; with seconds only if they are not 0, and never less.
  var words: String {
    let text = rfc3339
    let date = text.prefix(10)
    let time = text.dropFirst(11).prefix(8)
    let clock = time.hasSuffix(":00") ? time.prefix(5) : time
    return "\(date) \(clock) UTC"
  }
}

extension Timestamp? {
  func words(or missing: String) -> String { self?.words ?? missing }
}
