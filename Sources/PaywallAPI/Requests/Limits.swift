package import HTTPDocuments

/// The limits of one request.
package enum Limits {
  /// Bytes of a body without evidence.
  package static let body = 64 * 1024
  /// Bytes of a body with signed texts.
  package static let bodyWithEvidence = 1024 * 1024
  /// Bytes of an App Store notification: one signed text of at most 64 KiB, and spare room.
  package static let notification = 128 * 1024
  /// Bytes of a body that is read on an event loop. The slowest, of members of a few bytes each,
  /// takes 0.4 ms.
  package static let bodyOnEventLoop = 8 * 1024
  /// Signed texts in one request.
  package static let signedTexts = 64
  /// Bytes of signed texts verified on an event loop; more go to other threads.
  package static let textsOnEventLoop = 32 * 1024
  /// Bytes of the request line and the headers.
  package static let headers = 8 * 1024
  package static let attributes = 100
  /// Unicode scalars in an attribute's value, and in its name.
  package static let value = 1024
  package static let placements = 50
  package static let exposures = 100
  /// Unicode scalars of a search in the documentation.
  package static let search = 100
  /// The most days a preview is valid.
  package static let previewDays = 7

  package static func check(count: Int) throws(Problem) {
    guard count <= attributes else {
      throw Problem(
        .tooManyAttributes, "A request may carry \(attributes) attributes.", field: "attributes")
    }
  }

  package static func check(_ text: String, of name: String) throws(Problem) {
    // A list of languages may be long: only its first ones are read.
    let isList = LanguageAttributes.lists.contains(name)
    guard isList || isShort(text), isShort(name) else {
      throw Problem(
        .attributeTooLong, "A name and a value may have \(value) characters.",
        field: String(name.unicodeScalars.prefix(64).map(Character.init)))
    }
  }

  private static func isShort(_ text: String) -> Bool {
    text.utf8.count <= value || text.unicodeScalars.count <= value
  }
}
