package import Catalog
package import YAMLText

/// Files become a snapshot, or every mistake in them is reported at once.
package enum Loader {
  /// Reads the folder that holds `Paywalls` and `Experiments`. There is a snapshot exactly if the
  /// report has no errors.
  package static func load(_ folder: String) -> (snapshot: Snapshot?, report: Report) {
    let (files, diagnostics) = ConfigurationFiles.read(folder)
    return load(ParsedFiles(files), found: diagnostics)
  }

  /// Files that are at hand, such as those of a revision or of a test.
  package static func load(_ files: ConfigurationFiles) -> (snapshot: Snapshot?, report: Report) {
    load(ParsedFiles(files))
  }

  /// Files that were read as YAML already.
  ///
  /// - Parameter found: what was noticed while the files were read.
  package static func load(
    _ parsed: ParsedFiles, found: [Diagnostic] = []
  ) -> (snapshot: Snapshot?, report: Report) {
    let files = parsed.files
    // Without a folder there is one mistake, not one per file that is missing in it.
    if files.files.isEmpty, files.unread.isEmpty, !found.isEmpty {
      return (nil, Report(diagnostics: found, sources: [:], fileCount: 0))
    }
    let reader = DraftReader(parsed)
    for rule in Rule.all { rule.check(reader.draft, reader.notebook) }
    let diagnostics = (found + reader.notebook.diagnostics).map {
      Layout(path: $0.file) == .keys ? $0.withoutSecrets : $0
    }
    let report = Report(
      diagnostics: diagnostics, sources: reader.sources,
      fileCount: files.files.count + files.unread.count)
    guard !report.hasErrors else { return (nil, report) }
    return (reader.draft.snapshot(release: files.release), report)
  }
}
