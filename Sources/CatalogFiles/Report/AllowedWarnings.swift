internal import YAMLText

/// Warnings that are known and may stay: the file `.check.yaml` beside `Paywalls`.
///
/// ```yaml
/// allow:
///   - code: missingTranslation
///     file: Paywalls/standard.yaml        # any file, if it is left out
///     message: "'ja'"                     # a part of the message; any, if it is left out
///     reason: The Japanese texts come with version 4.
/// ```
package struct AllowedWarnings: Sendable {
  package static let path = ".check.yaml"

  let entries: [Entry]
  let source: SourceText
  /// The mistakes in the file itself.
  let mistakes: LimitedDiagnostics

  struct Entry: Hashable, Sendable {
    let code: String
    let file: String?
    let message: String?
    let range: SourceRange

    func allows(_ warning: Diagnostic) -> Bool {
      warning.code.name == code && file.map { warning.file == $0 } ?? true
        && message.map(warning.message.contains) ?? true
    }
  }

  func hasSameEntries(as other: AllowedWarnings) -> Bool { entries == other.entries }

  /// Whether a warning with this code may be one of them.
  func mayAllow(_ code: Diagnostic.Code, in file: String) -> Bool {
    entries.contains { $0.code == code.name && $0.file.map { $0 == file } ?? true }
  }

  /// The entries that allow a warning.
  func entries(allowing warning: Diagnostic) -> [Int] {
    entries.indices.filter { entries[$0].allows(warning) }
  }

  /// A report of which these were left out, with what is wrong in the list: an entry that allows
  /// nothing any more is a warning.
  ///
  /// - Parameter passing: codes of warnings that need not be found again.
  package func completing(_ report: Report, except passing: Set<String> = []) -> Report {
    var found = report.found
    found.add(mistakes)
    // Mistakes hide warnings, which come back once they are mended.
    if !report.hasErrors {
      for (index, entry) in entries.enumerated()
      where !report.allowances.used.contains(index) && !passing.contains(entry.code) {
        found.add(
          Diagnostic(
            .warning, code: .allowsNothing, in: Self.path, at: entry.range,
            "no warning '\(entry.code)' matches this entry",
            help: "remove the entry; 'paywall check --strict' prints the code of each warning"))
      }
    }
    return Report(
      found: found, sources: report.sources.merging([Self.path: source]) { _, new in new },
      fileCount: report.fileCount + 1, allowances: report.allowances)
  }
}

/// The warnings of a report that may stay. They are counted before the limits of a report apply, so
/// that they take no room from others.
struct Allowances: Sendable {
  let list: AllowedWarnings?
  private(set) var count = 0
  /// The entries of the list that allowed one.
  private(set) var used: Set<Int> = []

  init(_ list: AllowedWarnings? = nil) { self.list = list }

  func mayAllow(_ code: Diagnostic.Code, in file: String) -> Bool {
    list?.mayAllow(code, in: file) ?? false
  }

  /// Counts the diagnostic if it is a warning that may stay; otherwise `false`.
  mutating func allow(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity == .warning, let list else { return false }
    let entries = list.entries(allowing: diagnostic)
    guard !entries.isEmpty else { return false }
    count += 1
    used.formUnion(entries)
    return true
  }

  /// Adds those of another report by the same list.
  mutating func add(_ others: Allowances) {
    count += others.count
    used.formUnion(others.used)
  }
}
