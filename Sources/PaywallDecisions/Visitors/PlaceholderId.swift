/// Ids that are words of programs: what an app sends that has no id and does not notice. Everybody
/// with such an id would be one person, who fills one arm of an experiment with a crowd. They count as
/// not sent.
package enum PlaceholderId {
  /// In this letter case, and as the whole id.
  private static let words = [
    "null", "undefined", "(null)", "nil", "NaN", "[object Object]",
    "00000000-0000-0000-0000-000000000000",
  ].map { Array($0.utf8) }

  /// Whether an id is one of them, or nothing but blanks.
  package static func contains(_ id: String) -> Bool {
    guard let first = id.utf8.first else { return false }
    // A visible character of ASCII that begins no word: most ids.
    guard !(0x21...0x7E).contains(first) || "nu(N[0".utf8.contains(first) else { return false }
    return words.contains { $0.elementsEqual(id.utf8) } || id.allSatisfy(\.isWhitespace)
  }
}
