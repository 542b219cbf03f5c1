import PaywallTextCoding

/// The forms of ids in calls.
enum AppleText {
  /// Transaction ids are numbers.
  static func isTransactionId(_ text: String) -> Bool {
    (1...20).contains(text.utf8.count)
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// True for a name that callers may give a request; Apple takes up to 128 characters.
  static func isRequestIdentifier(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
  }

  /// An id that callers choose, in lower case.
  static func uuid(_ text: String) throws(AppleError) -> String {
    guard text.isUUID else { throw .badRequest }
    return text.lowercased()
  }

  /// ISO 3166-1 alpha-3.
  static func isCountry(_ text: String) -> Bool {
    text.utf8.count == 3
      && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}
