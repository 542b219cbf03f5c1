package import PaywallCatalog
package import Serving
package import YAMLText

/// Loads files as a snapshot, or reports all of their mistakes at once.
package enum Loader {
  /// Reads the folder that holds `Paywalls` and `Experiments`. There is a snapshot exactly if the
  /// report has no errors.
  package static func load(_ folder: String) -> (snapshot: Snapshot?, report: Report) {
    let reading = read(folder)
    return (reading.snapshot, reading.report)
  }

  /// The same, with the API keys as a separate value.
  package static func read(
    _ folder: String, _ concurrency: Concurrency = .allCores
  ) -> Reading {
    let (files, diagnostics) = ConfigurationFiles.read(folder)
    return read(ParsedFiles(files, concurrency), found: diagnostics)
  }

  /// Loads files in memory, such as those of a revision or of a test.
  package static func load(_ files: ConfigurationFiles) -> (snapshot: Snapshot?, report: Report) {
    load(ParsedFiles(files))
  }

  /// Loads files that are already parsed.
  ///
  /// - Parameters:
  ///   - found: diagnostics from reading the files.
  ///   - allowed: warnings that may stay; they take no room from others.
  ///   - now: the moment of a check, which then finds what the clock refutes.
  package static func load(
    _ parsed: ParsedFiles, found: [Diagnostic] = [], allowed: AllowedWarnings? = nil,
    at now: Timestamp? = nil
  ) -> (snapshot: Snapshot?, report: Report) {
    let reading = read(parsed, found: found, allowed: allowed, at: now)
    return (reading.snapshot, reading.report)
  }

  private static func read(
    _ parsed: ParsedFiles, found: [Diagnostic], allowed: AllowedWarnings? = nil,
    at now: Timestamp? = nil
  ) -> Reading {
    let files = parsed.files
    // A missing folder is one mistake, not one for each missing file.
    if files.files.isEmpty, files.unread.isEmpty, !found.isEmpty {
      return Reading(
        snapshot: nil, keys: nil, report: Report(diagnostics: found, sources: [:], fileCount: 0))
    }
    let reader = DraftReader(parsed, allowed: allowed, at: now)
    ValidationRule.check(reader.draft, reader.sink, parsed.concurrency)
    for diagnostic in found { reader.sink.add(diagnostic) }
    let report = Report(
      found: reader.sink.found.map {
        Layout(path: $0.file) == .keys ? $0.withoutSecrets : $0
      },
      sources: reader.sources, fileCount: files.files.count + files.unread.count,
      allowances: reader.sink.allowances)
    let isKeysFileWhole = !report.found.hasErrors(in: ConfigurationPath.keys)
    return Reading(
      snapshot: report.hasErrors ? nil : reader.draft.snapshot(release: files.release),
      keys: isKeysFileWhole ? reader.draft.keys.map(\.value) : nil, report: report)
  }
}

/// The content of a folder, as far as it could be read.
package struct Reading: Sendable {
  /// `nil` if the report has errors.
  package let snapshot: Snapshot?
  /// The keys of `store/keys.yaml`, regardless of mistakes elsewhere; `nil` if that file has
  /// mistakes.
  package let keys: [APIKey]?
  package let report: Report
}
