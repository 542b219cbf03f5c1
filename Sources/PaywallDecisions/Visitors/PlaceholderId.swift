/// Ids that are words of programs: what an app sends that has no id and does not notice. Everybody
/// with such an id would be one person, who fills one arm of an experiment with a crowd. They count as
/// not sent.
package enum PlaceholderId {
  /// In this letter case, and as the whole id.
  private static let words = [
    "null", "undefined", "(null)", "nil", "NaN", "[object Object]",
    "00000000-0000-0000-0000-000000000000",
  ]

  /// Whether an id is one of them, or nothing but blanks.
  package static func contains(_ id: String) -> Bool {
    guard let first = id.utf8.first else { return false }
    guard (0x21...0x7E).contains(first) else { return id.allSatisfy(\.isWhitespace) }
    // No other text is equal to one of these, which are ASCII.
    return words.contains(id)
  }
}
