package import YAMLText

/// Everything that was found in a folder, in reading order, with the texts it was found in.
package struct Report: Sendable {
  package let diagnostics: [Diagnostic]
  /// By path, for every file that was read as text.
  package let sources: [String: SourceText]
  package let fileCount: Int

  package init(diagnostics: [Diagnostic], sources: [String: SourceText], fileCount: Int) {
    self.diagnostics = diagnostics.sorted(by: Diagnostic.inReadingOrder)
    self.sources = sources
    self.fileCount = fileCount
  }

  package var hasErrors: Bool { errorCount > 0 }

  package var errorCount: Int { diagnostics.count { $0.severity == .error } }

  package var warningCount: Int { diagnostics.count { $0.severity == .warning } }

  /// `2 errors, 1 warning in 23 files`.
  package var summary: String {
    let counts = [count(errorCount, "error"), count(warningCount, "warning")].compactMap(\.self)
    let found = counts.isEmpty ? "no mistakes" : counts.joined(separator: ", ")
    return "\(found) in \(fileCount) \(fileCount == 1 ? "file" : "files")"
  }

  private func count(_ number: Int, _ noun: String) -> String? {
    guard number > 0 else { return nil }
    return number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}
