package import HTTPDocuments

extension MemberReader {
  /// A text that is not empty, and as long as a value may be.
  mutating func filled(_ name: String) throws(Problem) -> String? {
    guard let text = try text(name) else { return nil }
    try Limits.check(text, of: name)
    guard !text.isEmpty else {
      throw Problem(.wrongType, "'\(name)' is empty; leave it out.", field: name)
    }
    return text
  }

  /// A word of an enumeration.
  ///
  /// - Parameter noun: the enumeration's, in a sentence: `a reason`.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ noun: String
  ) throws(Problem) -> Word? {
    guard let text = try text(name) else { return nil }
    return try Word(word: text, noun, field: name)
  }
}

extension RawRepresentable<String> where Self: CaseIterable {
  /// Reads a word that a request sent.
  package init(word: String, _ noun: String, field: String) throws(Problem) {
    guard let value = Self(rawValue: word) else {
      let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        .wrongType, "'\(word.prefix(64))' is not \(noun); use \(words).", field: field)
    }
    self = value
  }
}
