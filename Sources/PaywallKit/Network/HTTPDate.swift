import PaywallCatalog

extension Timestamp {
  /// A date of HTTP, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7); `nil` for the two obsolete
  /// forms.
  init?(httpDate text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let month = Self.months[parts[2]],
      parts[1].utf8.count == 2, parts[3].utf8.count == 4
    else { return nil }
    self.init(rfc3339: "\(parts[3])-\(month)-\(parts[1])T\(parts[4])Z")
  }

  private static let months: [Substring: String] = [
    "Jan": "01", "Feb": "02", "Mar": "03", "Apr": "04", "May": "05", "Jun": "06", "Jul": "07",
    "Aug": "08", "Sep": "09", "Oct": "10", "Nov": "11", "Dec": "12",
  ]
}
