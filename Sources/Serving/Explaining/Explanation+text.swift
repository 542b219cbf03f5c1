import PaywallCatalog
import PaywallDecisions

extension Explanation {
  /// For people: one line per finding, indented by structure.
  package var text: String {
    var lines = Lines()
    lines.add(0, decision.summary)
    for step in steps {
      lines.add(0, step.step.rawValue)
      for finding in step.findings { lines.add(finding) }
    }
    return lines.text
  }
}

extension Decision {
  /// The decision in one line.
  package var summary: String {
    var line = "\(placement): \(show), \(reason.written)"
    if let experiment {
      line += " (\(experiment.id) \(experiment.variant), phase \(experiment.phase)"
      line += experiment.recorded ? ", recorded)" : ")"
    }
    if let notEnrolled { line += ", not enrolled: \(notEnrolled.rawValue)" }
    if let validUntil { line += ", until \(validUntil.rfc3339)" }
    return isDegraded ? line + ", degraded" : line
  }
}

extension Reason {
  fileprivate var written: String {
    if case .rule(let number) = self { "rule \(number)" } else { name }
  }
}

/// Collects lines.
private struct Lines {
  private(set) var text = ""

  mutating func add(_ depth: Int, _ line: String) {
    text += String(repeating: "  ", count: depth) + line + "\n"
  }

  mutating func add(_ finding: Finding) {
    switch finding {
    case .forced(let forced, let verdict):
      add(1, "\(forced.experiment) \(forced.variant): \(verdict.rawValue)")
    case .placement(let known): add(1, known ? "known" : "unknown: the fallback")
    case .record(let record, let stage, let verdict):
      let stage = stage.map { ", \($0.rawValue)" } ?? ""
      add(
        1,
        "\(record.experiment) \(record.variant), phase \(record.phase), "
          + "\(record.recordedAt.rfc3339)\(stage): \(verdict.rawValue)")
    case .experiment(let finding), .winner(let finding): add(finding)
    case .rule(let rule):
      let window = rule.isOpen ? "" : ", outside \(rule.window.written)"
      add(1, "rule \(rule.number)\(window): \(rule.matches ? "matches" : "does not match")")
      if let audience = rule.audience { add(2, audience) }
    case .shows(let show): add(1, show.description)
    }
  }

  private mutating func add(_ finding: ExperimentFinding) {
    let variant = finding.variant.map { " \($0)" } ?? ""
    add(
      1, "\(finding.experiment)\(variant), \(finding.stage.rawValue): \(finding.verdict.rawValue)")
    if let audience = finding.audience { add(2, audience) }
    for draw in finding.draws {
      let ranges = draw.ranges.enumerated().map { index, range in
        let name = range.variant.map { "\($0) " } ?? ""
        let full = range.open == range.full ? "" : " of \(range.full.written)"
        return "\(name)\(range.open.written)\(full)\(index == draw.hit ? " *" : "")"
      }
      add(
        2,
        "bucket \(draw.bucket) for \(draw.purpose.rawValue), seed \(draw.seed), unit \(draw.unit): "
          + ranges.joined(separator: ", "))
    }
  }

  private mutating func add(_ depth: Int, _ condition: ConditionTrace) {
    let saw = condition.saw.map { ", saw \($0)" } ?? ""
    add(depth, "\(condition.condition)\(saw): \(condition.truth.rawValue)")
    for part in condition.parts { add(depth + 1, part) }
  }
}

extension Range<Int> {
  fileprivate var written: String { "[\(lowerBound), \(upperBound))" }
}

extension TimeWindow {
  fileprivate var written: String {
    "[\(start?.rfc3339 ?? "ever"), \(end?.rfc3339 ?? "ever"))"
  }
}
