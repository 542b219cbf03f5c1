internal import Synchronization
internal import YAMLText

/// A file that was parsed as YAML. It remembers what it declares, so that two configurations that
/// share the file decode it once.
final class ParsedFile: Sendable {
  let path: String
  let layout: Layout
  let document: Document
  /// Texts that a comma cuts.
  let cut: [Diagnostic]
  /// `nil` if the file cannot be decoded.
  let root: Node?
  private let remembered = Mutex<(terms: DecodingTerms, file: DecodedFile)?>(nil)

  init(_ bytes: [UInt8], path: String, layout: Layout) {
    self.path = path
    self.layout = layout
    document = Document.parse(bytes, path: path).0
    cut = CutTexts(in: document).diagnostics
    root = cut.isEmpty ? document.root : nil
  }

  /// Returns the declaration of the file; `nil` if it cannot be decoded.
  ///
  /// - Parameter closed: severities of which diagnostics are only counted.
  func decoded(
    by terms: DecodingTerms, closed: Set<Diagnostic.Severity>
  ) -> DecodedFile? {
    if let file = remembered.withLock({ $0?.terms === terms ? $0?.file : nil }) {
      return file
    }
    guard let root else { return nil }
    let file = DecodedFile(
      root, of: document.source, path: path, layout: layout, terms, closed: closed)
    // Otherwise it lacks diagnostics, for which there is room after an edit.
    if closed.isEmpty { remembered.withLock { $0 = (terms, file) } }
    return file
  }
}

/// The inputs that the decoding of a file depends on besides the file. Many files share it; it is
/// compared by identity.
final class DecodingTerms: Sendable {
  let vocabulary: Vocabulary
  /// Warnings that may stay.
  let allowed: AllowedWarnings?

  init(_ vocabulary: Vocabulary, allowed: AllowedWarnings?) {
    self.vocabulary = vocabulary
    self.allowed = allowed
  }

  func isSame(_ vocabulary: Vocabulary, allowed: AllowedWarnings?) -> Bool {
    switch (self.allowed, allowed) {
    case (nil, nil): self.vocabulary == vocabulary
    case (let own?, let other?): own.hasSameEntries(as: other) && self.vocabulary == vocabulary
    default: false
    }
  }
}
