package import PaywallCatalog
import PaywallDecisions
package import PaywallTextCoding

extension Explanation {
  /// For programs: the decision, and each step with its findings.
  package var content: Content {
    .object([
      .init("decision", decision.content),
      .init("steps", .list(steps.map(\.content))),
    ])
  }

  /// The content as JSON.
  package var json: JSONText { JSONText { $0.content(content) } }
}

extension Decision {
  /// The names of the API; `paywall` is null if nothing is shown. Absent members are left out.
  package var content: Content {
    .members(
      ("placement", .text(placement)),
      ("paywall", show.content),
      ("reason", .text(reason.name)),
      ("rule", reason.number.map { .integer(Int64($0)) }),
      ("experiment", experiment?.content),
      ("notEnrolled", notEnrolled.map { .text($0.rawValue) }),
      ("heldOutOf", heldOutOf?.content),
      ("validUntil", validUntil.map { .text($0.rfc3339) }),
      ("degraded", isDegraded ? .boolean(true) : nil))
  }
}

extension EnrolledIn {
  package var content: Content {
    .members(
      ("id", .text(id)), ("variant", .text(variant)), ("phase", .integer(Int64(phase))),
      ("recorded", .boolean(recorded)))
  }
}

extension HeldOutOf {
  fileprivate var content: Content {
    .members(("id", .text(id)), ("phase", .integer(Int64(phase))))
  }
}

extension Show {
  fileprivate var content: Content {
    switch self {
    case .paywall(let id): .text(id)
    case .nothing: .null
    }
  }
}

extension Reason {
  fileprivate var number: Int? { if case .rule(let number) = self { number } else { nil } }
}

extension ExplainedStep {
  fileprivate var content: Content {
    .members(("step", .text(step.rawValue)), ("findings", .list(findings.map(\.content))))
  }
}

extension Finding {
  fileprivate var content: Content {
    switch self {
    case .forced(let forced, let verdict):
      .members(
        ("experiment", .text(forced.experiment)), ("variant", .text(forced.variant)),
        ("verdict", .text(verdict.rawValue)))
    case .placement(let known): .members(("known", .boolean(known)))
    case .record(let record, let stage, let verdict):
      .members(
        ("experiment", .text(record.experiment)), ("variant", .text(record.variant)),
        ("phase", .integer(Int64(record.phase))), ("unit", .text(record.unit)),
        ("recordedAt", .text(record.recordedAt.rfc3339)),
        ("stage", stage.map { .text($0.rawValue) }), ("verdict", .text(verdict.rawValue)))
    case .experiment(let finding), .winner(let finding): finding.content
    case .rule(let rule):
      .members(
        ("rule", .integer(Int64(rule.number))),
        ("from", rule.window.start.map { .text($0.rfc3339) }),
        ("until", rule.window.end.map { .text($0.rfc3339) }),
        ("open", .boolean(rule.isOpen)), ("audience", rule.audience?.content),
        ("matches", .boolean(rule.matches)))
    case .shows(let show): .members(("paywall", show.content))
    }
  }
}

extension ExperimentFinding {
  fileprivate var content: Content {
    .members(
      ("experiment", .text(experiment)), ("stage", .text(stage.rawValue)),
      ("verdict", .text(verdict.rawValue)), ("variant", variant.map { .text($0) }),
      ("audience", audience?.content),
      ("buckets", draws.isEmpty ? nil : .list(draws.map(\.content))))
  }
}

extension Draw {
  var content: Content {
    .members(
      ("purpose", .text(purpose.rawValue)), ("seed", .text(seed)), ("unit", .text(unit)),
      ("bucket", .integer(Int64(bucket))), ("ranges", .list(ranges.map(\.content))),
      ("hit", hit.map { .integer(Int64($0)) }))
  }
}

extension DrawRange {
  fileprivate var content: Content {
    .members(
      ("variant", variant.map { .text($0) }), ("open", open.content),
      ("full", open == full ? nil : full.content))
  }
}

extension Range<Int> {
  fileprivate var content: Content {
    .list([.integer(Int64(lowerBound)), .integer(Int64(upperBound))])
  }
}

extension ConditionTrace {
  fileprivate var content: Content {
    .members(
      ("condition", .text(condition)), ("saw", saw.map { .text($0) }),
      ("result", .text(truth.rawValue)),
      ("parts", parts.isEmpty ? nil : .list(parts.map(\.content))))
  }
}
