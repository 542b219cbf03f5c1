package import ExperimentReports
package import ExperimentResults
package import HTTPDocuments
package import PaywallCatalog

extension Verdict: AnswerObject {
  package static let members = Members<Self> {
    $0.always("decision", .words(["broken", "wait", "ship", "stop", "noDifference"])) {
      $0.decision.name
    }
    $0.maybe("variant", "The one to ship.") { $0.decision.shipped }
    $0.maybe("asLargeAs", "No variant changes the goal by this much.") { $0.decision.bound }
    $0.always("reasons", .list(of: .words(of: Reason.self))) { $0.reasons.map(\.rawValue) }
    $0.always("sentence", "For people.") { $0.sentence }
    $0.always("findings", "The findings that the verdict rests on, by variant.") { $0.findings }
  }
}

extension Verdict.Decision {
  fileprivate var shipped: String? {
    if case .ship(let variant) = self { variant } else { nil }
  }

  fileprivate var bound: Double? {
    if case .noDifference(let bound) = self { bound } else { nil }
  }
}

extension VariantFinding: AnswerObject {
  package static let members = Members<Self> {
    $0.always("variant") { $0.variant }
    $0.always("state") { $0.state }
    $0.always("basis", "The interval that decided.") { $0.basis }
    $0.always("expectedBuyers", "Buyers that no effect would give the smaller arm.") {
      $0.expectedBuyers
    }
    $0.always("isVetoed", "It cannot ship, however the goal ends.") { $0.isVetoed }
    $0.always("guardrails") { $0.guardrails }
    $0.always("losses", .list(of: .words(of: MetricName.self)), "Nearer to money, and worse.") {
      $0.losses.map(\.metric.rawValue)
    }
    $0.maybe("withdrawn", "The state by the planned sample, since withdrawn.") {
      $0.withdrawn?.state
    }
  }
}

extension Guardrail: AnswerObject {
  package static let members = Members<Self> {
    $0.always("metric") { $0.metric }
    $0.always("state") { $0.state }
    $0.maybe("harm", "Each end holds at every moment; a positive harm is a loss.") { $0.harm }
    $0.maybe("margin", "In the metric's unit.") { $0.margin.size }
    $0.maybe("relativeMargin", "As a share of the control's value.") { $0.margin.part }
    $0.always("isRequired") { $0.isRequired }
    $0.maybe("knownFrom") { $0.knownFrom }
  }
}

extension HarmMargin {
  fileprivate var size: Double? { if case .absolute(let size) = self { size } else { nil } }
  fileprivate var part: Double? { if case .relative(let part) = self { part } else { nil } }
}

extension ReportPlan: AnswerObject {
  package static let members = Members<Self> {
    $0.always("planned", "Persons of all variants.") { $0.progress.planned }
    $0.always("enrolled") { $0.progress.enrolled }
    $0.maybe("daysLeft", "Until all of them are mature; 0 once they are.") { $0.progress.daysLeft }
    $0.maybe("quietDays", "Since the last person entered.") { $0.progress.quietDays }
    $0.always("isForecast", "There are too few buyers to plan; the number moves.") {
      $0.progress.isForecast
    }
    $0.always("smallest", "The smallest relative effect that it finds.") { $0.smallest }
    $0.maybe("cap", "A person of the sample counts with at most this much.") { $0.cap }
    $0.maybe("basis", "The data that the plan was made from.") { $0.basis }
    $0.maybe("madeAt", "The time from which the ledger keeps it.") { $0.madeAt }
    $0.maybe("look") { $0.look }
    $0.maybe("later", "All mature persons of full weeks, once those are more.") { $0.later }
  }
}

extension ReportPlan.Basis: ContentConvertible {
  package static var schema: Schema {
    .object([
      .maybe("buyers", Int.schema, "The first mature buyers of the control."),
      .maybe("of", Int.schema, "Persons of the control until then."),
      .maybe("baseline", Double.schema, "The share who buy."),
      .maybe("experiment", .text, "The earlier experiment whose control it was."),
      .maybe("phase", Int.schema, "The phase of that experiment."),
    ])
  }

  package var content: Content {
    switch self {
    case .buyers(let count, let persons): ["buyers": count.content, "of": persons.content]
    case .baseline(let share): share.isFinite ? ["baseline": .number(share)] : [:]
    case .past(let experiment, let phase, let buyers, let persons):
      [
        "experiment": .text(experiment), "phase": phase.content, "buyers": buyers.content,
        "of": persons.content,
      ]
    }
  }
}

extension ReportPlan.Look: AnswerObject {
  package static let members = Members<Self> {
    $0.always("days", "From the first exposure.") { $0.days }
    $0.always("persons") { $0.persons }
    $0.always("on", "When the last of them was mature.") { $0.on }
    $0.always("comparisons") { $0.comparisons }
  }
}
