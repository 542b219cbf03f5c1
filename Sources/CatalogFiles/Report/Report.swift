internal import Serving
package import YAMLText

/// The diagnostics of a folder, in reading order, with the texts of its files. Diagnostics beyond
/// the limits are counted.
package struct Report: Sendable {
  package let found: LimitedDiagnostics
  /// At most 100 of a file and 1,000 in all.
  package let diagnostics: [Diagnostic]
  /// The texts by path, for every file that was read as text.
  package let sources: [String: SourceText]
  package let fileCount: Int
  /// The warnings that `.check.yaml` allows.
  let allowances: Allowances

  init(
    found: LimitedDiagnostics, sources: [String: SourceText], fileCount: Int,
    allowances: Allowances = Allowances()
  ) {
    self.found = found
    self.allowances = allowances
    diagnostics = found.shown
    self.sources = sources
    self.fileCount = fileCount
  }

  package init(diagnostics: [Diagnostic], sources: [String: SourceText], fileCount: Int) {
    self.init(found: LimitedDiagnostics(diagnostics), sources: sources, fileCount: fileCount)
  }

  package var hasErrors: Bool { errorCount > 0 }

  /// The number of warnings that `.check.yaml` allows.
  package var allowedCount: Int { allowances.count }

  package var errorCount: Int { found.total.errors }

  package var warningCount: Int { found.total.warnings }

  /// The number of diagnostics that are not shown.
  package var omitted: Int { errorCount + warningCount - diagnostics.count }

  /// `and 249,526 more`; `nil` if all are shown.
  static func more(_ number: Int) -> String? {
    number > 0 ? "and \(number.grouped) more" : nil
  }

  /// The report without the warnings.
  package var onlyErrors: Report {
    Report(found: found.onlyErrors, sources: sources, fileCount: fileCount)
  }

  /// The report with every warning as an error.
  package var strict: Report {
    Report(found: found.strict, sources: sources, fileCount: fileCount, allowances: allowances)
  }

  /// Returns the report with more diagnostics, sorted by file, except those that are allowed.
  package func adding(_ more: [Diagnostic]) -> Report {
    guard !more.isEmpty else { return self }
    var (found, allowances) = (found, allowances)
    for diagnostic in more where !allowances.allow(diagnostic) { found.add(diagnostic) }
    return Report(found: found, sources: sources, fileCount: fileCount, allowances: allowances)
  }

  /// `2 errors, 1 warning in 23 files`, and `3 warnings allowed` if some are.
  package var summary: String {
    let counts = [count(errorCount, "error"), count(warningCount, "warning")].compactMap(\.self)
    let found = counts.isEmpty ? "no mistakes" : counts.joined(separator: ", ")
    let allowed = count(allowedCount, "warning").map { "; \($0) allowed" } ?? ""
    return "\(found) in \(fileCount) \(fileCount == 1 ? "file" : "files")\(allowed)"
  }

  private func count(_ number: Int, _ noun: String) -> String? {
    guard number > 0 else { return nil }
    return number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}
