package import YAMLText

/// Diagnostics with limits: at most 100 of a file and 1,000 of a run are kept, errors before
/// warnings, then in the order they were found. The rest is only counted, so that a file full of
/// mistakes costs little memory and output.
package struct LimitedDiagnostics: Sendable {
  package static let mostOfFile = Document.mostDiagnostics
  package static let mostOfRun = 1000

  /// The number of diagnostics, kept or not.
  package private(set) var counts: [String: Counts] = [:]
  package private(set) var total = Counts()
  private var errors: [Diagnostic] = []
  private var warnings: [Diagnostic] = []
  private var kept: [String: Counts] = [:]
  /// Severities that are only counted.
  private let closed: Set<Diagnostic.Severity>

  package struct Counts: Hashable, Sendable {
    package var errors = 0
    package var warnings = 0

    subscript(severity: Diagnostic.Severity) -> Int {
      get { severity == .error ? errors : warnings }
      set { if severity == .error { errors = newValue } else { warnings = newValue } }
    }
  }

  /// - Parameter closed: severities that are only counted, because those that these are added to
  ///   are full.
  package init(
    _ diagnostics: some Sequence<Diagnostic> = [], closed: Set<Diagnostic.Severity> = []
  ) {
    self.closed = closed
    for diagnostic in diagnostics { add(diagnostic) }
  }

  /// The severities of which a run has enough.
  package var full: Set<Diagnostic.Severity> {
    var full: Set<Diagnostic.Severity> = []
    if errors.count >= Self.mostOfRun { full.insert(.error) }
    if warnings.count >= Self.mostOfRun { full.insert(.warning) }
    return full
  }

  /// Whether one more would be kept.
  package func hasRoom(for severity: Diagnostic.Severity, in file: String) -> Bool {
    !closed.contains(severity)
      && (severity == .error ? errors.count : warnings.count) < Self.mostOfRun
      && (kept[file]?[severity] ?? 0) < Self.mostOfFile
  }

  package mutating func add(_ diagnostic: Diagnostic) {
    count(diagnostic.severity, in: diagnostic.file)
    guard hasRoom(for: diagnostic.severity, in: diagnostic.file) else { return }
    kept[diagnostic.file, default: Counts()][diagnostic.severity] += 1
    if diagnostic.severity == .error {
      errors.append(diagnostic)
    } else {
      warnings.append(diagnostic)
    }
  }

  /// Counts one for which there is no room.
  package mutating func count(_ severity: Diagnostic.Severity, in file: String, _ number: Int = 1) {
    counts[file, default: Counts()][severity] += number
    total[severity] += number
  }

  package mutating func count(errors number: Int, in file: String) {
    if number > 0 { count(.error, in: file, number) }
  }

  package func hasErrors(in file: String) -> Bool { (counts[file]?.errors ?? 0) > 0 }

  /// The shown diagnostics, in reading order: warnings fill the room that errors leave.
  package var shown: [Diagnostic] {
    var room: [String: Int] = [:]
    for error in errors { room[error.file, default: Self.mostOfFile] -= 1 }
    var shown = errors
    for warning in warnings where shown.count < Self.mostOfRun {
      guard room[warning.file, default: Self.mostOfFile] > 0 else { continue }
      room[warning.file, default: Self.mostOfFile] -= 1
      shown.append(warning)
    }
    return shown.sorted(by: Diagnostic.inReadingOrder)
  }

  /// The same without the warnings.
  package var onlyErrors: LimitedDiagnostics {
    var only = self
    only.warnings = []
    only.total.warnings = 0
    only.counts = counts.compactMapValues { counts in
      guard counts.errors > 0 else { return nil }
      var errors = counts
      errors.warnings = 0
      return errors
    }
    return only
  }

  /// The diagnostics with every warning as an error, which says its code.
  package var strict: LimitedDiagnostics {
    var strict = LimitedDiagnostics(
      shown.map { diagnostic in
        guard diagnostic.severity == .warning else { return diagnostic }
        var error = diagnostic
        error.severity = .error
        error.message += " [\(diagnostic.code.name)]"
        return error
      })
    for (file, counts) in counts {
      let missing = counts.errors + counts.warnings - (strict.counts[file]?.errors ?? 0)
      strict.count(errors: missing, in: file)
    }
    return strict
  }

  /// Adds others, as if each had been added here.
  package mutating func add(_ others: LimitedDiagnostics) {
    guard !others.counts.isEmpty else { return }
    for diagnostic in others.errors { add(diagnostic) }
    for diagnostic in others.warnings { add(diagnostic) }
    for (file, counts) in others.counts {
      let kept = others.kept[file] ?? Counts()
      for severity in [Diagnostic.Severity.error, .warning] where counts[severity] > kept[severity]
      {
        count(severity, in: file, counts[severity] - kept[severity])
      }
    }
  }

  /// Changes every diagnostic; file and severity must stay.
  package func map(_ change: (Diagnostic) -> Diagnostic) -> LimitedDiagnostics {
    var changed = self
    changed.errors = errors.map(change)
    changed.warnings = warnings.map(change)
    return changed
  }
}
