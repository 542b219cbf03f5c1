internal import YAMLText

/// Collects diagnostics and uses of names while files are decoded. Diagnostics beyond the limits of
/// a report are counted, and their messages are never created.
final class DiagnosticSink {
  private(set) var findings: Findings

  /// - Parameters:
  ///   - allowed: warnings that may stay, which are counted apart from the others.
  ///   - closed: severities of which diagnostics are only counted.
  init(allowed: AllowedWarnings? = nil, closed: Set<Diagnostic.Severity> = []) {
    findings = Findings(
      found: LimitedDiagnostics(closed: closed), allowances: Allowances(allowed))
  }

  var found: LimitedDiagnostics { findings.found }
  var allowances: Allowances { findings.allowances }
  var uses: [Use] { findings.uses }
  var attributeUses: [(name: String, place: Place)] { findings.attributeUses }

  func add(_ diagnostic: Diagnostic) {
    if !findings.allowances.allow(diagnostic) { findings.found.add(diagnostic) }
  }

  /// Adds those of another sink with the same list of allowed warnings, as if they had been found
  /// here.
  func add(_ others: Findings) { findings.add(others) }

  /// Adds errors that a reader counted without keeping them.
  func addErrors(_ count: Int, in file: String) { findings.found.count(errors: count, in: file) }

  func add(_ use: Use) { findings.uses.append(use) }

  func add(attribute name: String, at place: Place) { findings.attributeUses.append((name, place)) }

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
    let isCounted = !findings.found.hasRoom(for: severity, in: place.file)
    if isCounted, severity == .error || !findings.allowances.mayAllow(code, in: place.file) {
      return findings.found.count(severity, in: place.file)
    }
    add(
      Diagnostic(
        severity, code: code, in: place.file, at: place.range, message(), help: help()))
  }
}

/// Diagnostics and uses of names, in the order in which they were found.
struct Findings: Sendable {
  var found = LimitedDiagnostics()
  /// The warnings that may stay, which are not in `found`.
  var allowances = Allowances()
  var uses: [Use] = []
  /// The places at which conditions and personas name attributes.
  var attributeUses: [(name: String, place: Place)] = []

  mutating func add(_ others: Findings) {
    found.add(others.found)
    allowances.add(others.allowances)
    uses += others.uses
    attributeUses += others.attributeUses
  }
}
