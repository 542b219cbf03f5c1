internal import YAMLText

/// Collects diagnostics and uses of names while files are decoded. Diagnostics beyond the limits of
/// a report are counted, and their messages are never created.
final class DiagnosticSink {
  private(set) var found = LimitedDiagnostics()
  /// The warnings that may stay, which are not in `found`.
  private(set) var allowances: Allowances
  private(set) var uses: [Use] = []
  /// Where conditions and personas name attributes.
  private(set) var attributeUses: [(name: String, place: Place)] = []

  init(allowed: AllowedWarnings? = nil) { allowances = Allowances(allowed) }

  func add(_ diagnostic: Diagnostic) {
    if !allowances.allow(diagnostic) { found.add(diagnostic) }
  }

  /// Adds errors that a reader counted without keeping them.
  func addErrors(_ count: Int, in file: String) { found.count(errors: count, in: file) }

  func add(_ use: Use) { uses.append(use) }

  func add(attribute name: String, at place: Place) { attributeUses.append((name, place)) }

  func error(
    _ code: Diagnostic.Code, at place: Place, _ message: @autoclosure () -> String,
    help: @autoclosure () -> String
  ) {
    note(.error, code, at: place, message, help: help)
  }

  func warning(
    _ code: Diagnostic.Code, at place: Place, _ message: @autoclosure () -> String,
    help: @autoclosure () -> String
  ) {
    note(.warning, code, at: place, message, help: help)
  }

  private func note(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, at place: Place,
    _ message: () -> String, help: () -> String
  ) {
    let isCounted = !found.hasRoom(for: severity, in: place.file)
    if isCounted, severity == .error || !allowances.mayAllow(code, in: place.file) {
      return found.count(severity, in: place.file)
    }
    add(
      Diagnostic(
        severity, code: code, in: place.file, at: place.range, message(), help: help()))
  }
}
