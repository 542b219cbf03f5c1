package import ExperimentReports
package import ExperimentResults
package import HTTPDocuments
import PaywallCatalog

/// The numbers of the results page. Money is in milliunits of `provenance.currency`; shares and effects
/// are 0…1; an open side of an interval is left out.
extension ExperimentReport: AnswerObject {
  package static let members = Members<Self> {
    $0.always("experiment") { $0.experiment }
    $0.maybe("title") { $0.title }
    $0.always("phase", .integer(from: 1)) { $0.phase }
    $0.always("environment") { $0.environment }
    $0.maybe("startedAt") { $0.startedAt }
    $0.maybe("endsAt") { $0.endsAt }
    $0.always("asOf", "The time up to which exposures and purchases count.") { $0.asOf }
    $0.always("computedAt") { $0.computedAt }
    $0.always("verdict") { $0.verdict }
    $0.always("variants") { $0.variants }
    $0.always("health", "The most severe first.") { $0.health }
    $0.maybe("plan", "The sample that was planned.") { $0.plan }
    $0.maybe("primary", "The metric that decides.") { $0.primary }
    $0.always("secondary") { $0.secondary }
    $0.always("guardrails") { $0.guardrails }
    $0.maybe("withoutConflicts", "Without persons who saw several variants.") {
      $0.withoutConflicts
    }
    $0.always("funnels") { $0.funnels }
    $0.always("proceeds") { $0.proceeds }
    $0.always("breakdowns", "The breakdowns of the primary metric.") { $0.counted($0.breakdowns) }
    $0.always(
      "otherBreakdowns", "The other metrics, broken down by what the file names or `by` asks for."
    ) { $0.counted($0.otherBreakdowns) }
    $0.always("exclusions") { $0.exclusions }
    $0.always("provenance") { $0.provenance }
    $0.always("details") { $0.details }
    $0.maybe("nextCommand", "The command to run after reading the verdict.") { $0.nextCommand }
  }

  private func counted(_ breakdowns: [Breakdown]) -> [CountedBreakdown] {
    breakdowns.map { breakdown in
      let metric = metrics.first { $0.name == breakdown.metric }
      return CountedBreakdown(breakdown: breakdown, kind: metric?.kind ?? .mean)
    }
  }
}

extension ReportVariant: AnswerObject {
  package static let members = Members<Self> {
    $0.always("name") { $0.name }
    $0.always("share") { $0.share.description }
    $0.always("persons") { $0.persons }
    $0.always("erased", "The persons among them whose records were erased.") { $0.erased }
  }
}

extension HealthCheck: AnswerObject {
  package static let members = Members<Self> {
    $0.always("check") { $0.kind }
    $0.always("state") { $0.state }
    $0.maybe("subject") { $0.subject }
    $0.maybe("p") { $0.p }
    $0.maybe("value") { $0.value }
    $0.always("sentence") { $0.sentence }
  }
}

extension Funnel: AnswerObject {
  package static let members = Members<Self> {
    $0.always("variant") { $0.variant }
    $0.always("shown") { $0.shown }
    $0.always("started") { $0.started }
    $0.always("paid") { $0.paid }
    $0.always("renewed") { $0.renewed }
    $0.always("waiting") { $0.waiting }
  }
}

extension ProceedsCurve: AnswerObject {
  package static let members = Members<Self> {
    $0.always("variant") { $0.variant }
    $0.always("points") { $0.points }
  }
}

extension ProceedsCurve.Point: AnswerObject {
  package static let members = Members<Self> {
    $0.always("day", "Since the exposure.") { $0.day }
    $0.always("persons") { $0.persons }
    $0.always("total") { $0.total }
    $0.always("isImmature") { $0.isImmature }
  }
}

extension Exclusions: AnswerObject {
  package static let members = Members<Self> {
    $0.always("severalCustomers") { $0.severalCustomers }
    $0.always("heldOut") { $0.heldOut }
    $0.always("conflicted") { $0.conflicted }
    $0.maybe(
      "beganLate", "Persons whom the primary metric excludes, because they began too late."
    ) { $0.beganLate }
    $0.always(
      "erasedEarly", "Erased persons who count as they were decided before their window closed."
    ) { $0.erasedEarly }
    $0.always("erasedLeftOut", "Erased persons without a value in the primary metric.") {
      $0.erasedLeftOut
    }
    $0.always("joinedUnits") { $0.joinedUnits }
    $0.always("otherEnvironments") { $0.otherEnvironments }
    $0.always("beforeExposure") { $0.beforeExposure }
    $0.always("familyShared") { $0.familyShared }
    $0.always("withoutPrice") { $0.withoutPrice }
    $0.always("withoutTime") { $0.withoutTime }
    $0.maybe(
      "contradicted",
      "Transactions that name one purchase and contradict each other about it; each counts."
    ) { $0.contradicted > 0 ? $0.contradicted : nil }
    $0.always("withoutRate") { $0.withoutRate }
  }
}

extension Exclusions.CurrencyTotal: AnswerObject {
  package static let members = Members<Self> {
    $0.always("currency") { $0.currency }
    $0.always("transactions") { $0.transactions }
    $0.always("total") { $0.total }
  }
}

extension Provenance: AnswerObject {
  package static let members = Members<Self> {
    $0.always("release") { $0.release }
    $0.always("currency") { $0.base }
    $0.always("commission") { $0.commission }
    $0.always("rates") { $0.rates }
    $0.always("capPercentile") { $0.capPercentile }
    $0.always("erasedPersons") { $0.erasedPersons }
    $0.always("units") { $0.units }
    $0.always("personsWithCustomers") { $0.personsWithCustomers }
    $0.maybe("newestFact") { $0.newestFact }
    $0.always("recomputation", "SQL for DuckDB over `paywall ledger export --tables`.") {
      $0.recomputation
    }
  }
}

extension Provenance.PinnedRate: AnswerObject {
  package static let members = Members<Self> {
    $0.always("currency") { $0.currency }
    $0.always("micros", .integer(from: 0)) { $0.micros }
    $0.always("date") { $0.date }
  }
}

extension ExperimentReport {
  /// The command to run after the verdict; `nil` while there is nothing to do.
  package var nextCommand: String? {
    switch verdict.decision {
    case .ship(let variant):
      "paywall experiment rollout \(experiment) --winner \(variant) --update-personas -m \"\(variant) won\""
    case .stop:
      "paywall experiment stop \(experiment) --after control -m \"The control is better\""
    case .noDifference:
      "paywall experiment stop \(experiment) --after control -m \"No difference\""
    case .broken, .wait: nil
    }
  }
}
