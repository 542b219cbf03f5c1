import ExperimentResults
import PaywallCatalog

extension Verdict {
  var content: Content {
    var members: [(String, Content?)] = [("decision", .text(decision.name))]
    switch decision {
    case .ship(let variant): members.append(("variant", .text(variant)))
    case .noDifference(let bound): members.append(("asLargeAs", .finite(bound)))
    case .broken, .wait, .stop: break
    }
    return .members(
      members + [
        ("reasons", .list(reasons.map { .text($0.rawValue) })), ("sentence", .text(sentence)),
        ("findings", .list(findings.map(\.content))),
      ])
  }
}

extension VariantFinding {
  fileprivate var content: Content {
    .members([
      ("variant", .text(variant)), ("state", .text(state.rawValue)),
      ("basis", .text(basis.rawValue)),
      ("expectedBuyers", .finite(expectedBuyers)), ("isVetoed", .boolean(isVetoed)),
      ("guardrails", .list(guardrails.map(\.content))),
      ("losses", .list(losses.map { .text($0.metric.rawValue) })),
      ("withdrawn", withdrawn.map { .text($0.state.rawValue) }),
    ])
  }
}

extension Guardrail {
  fileprivate var content: Content {
    var margins: [(String, Content?)] = []
    switch margin {
    case .absolute(let size): margins = [("margin", .finite(size))]
    case .relative(let part): margins = [("relativeMargin", .finite(part))]
    }
    return .members(
      [
        ("metric", .text(metric.rawValue)), ("state", .text(state.rawValue)),
        ("harm", harm?.content),
      ] + margins + [
        ("isRequired", .boolean(isRequired)), ("knownFrom", knownFrom.map { .text($0.rfc3339) }),
      ])
  }
}

extension ReportPlan {
  var content: Content {
    .members([
      ("planned", .integer(Int64(progress.planned))),
      ("enrolled", .integer(Int64(progress.enrolled))),
      ("daysLeft", progress.daysLeft.map { .integer(Int64($0)) }),
      ("quietDays", progress.quietDays.map { .integer(Int64($0)) }),
      ("isForecast", .boolean(progress.isForecast)), ("smallest", .finite(smallest)),
      ("cap", cap.map { .integer($0) }), ("basis", basis?.content),
      ("madeAt", madeAt.map { .text($0.rfc3339) }), ("look", look?.content),
      ("later", later?.content),
    ])
  }
}

extension ReportPlan.Basis {
  fileprivate var content: Content {
    switch self {
    case .buyers(let count, let persons):
      .members([("buyers", .integer(Int64(count))), ("of", .integer(Int64(persons)))])
    case .baseline(let share): .members([("baseline", .finite(share))])
    case .past(let experiment, let phase, let buyers, let persons):
      .members([
        ("experiment", .text(experiment)), ("phase", .integer(Int64(phase))),
        ("buyers", .integer(Int64(buyers))), ("of", .integer(Int64(persons))),
      ])
    }
  }
}

extension ReportPlan.Look {
  fileprivate var content: Content {
    .members([
      ("days", .integer(Int64(days))), ("persons", .integer(Int64(persons))),
      ("on", .text(on.rfc3339)), ("comparisons", .list(comparisons.map(\.content))),
    ])
  }
}
