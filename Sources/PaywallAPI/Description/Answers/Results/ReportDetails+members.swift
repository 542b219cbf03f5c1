package import ExperimentReports
import ExperimentResults
package import HTTPDocuments

extension ReportDetails: AnswerObject {
  package static let members = Members<Self> {
    $0.maybe("hypothesis") { $0.hypothesis }
    $0.maybe("owner") { $0.owner }
    $0.always("shown") { $0.shown }
    $0.always("purchases", "The purchases made after the exposure.") { $0.purchases }
    $0.always("days", "By day of the first exposure.") { $0.days }
    $0.always("events", "The releases, each with its time and changes.") { $0.events }
    $0.always(
      "verdicts", "Verdicts as they were, each with the time of the first report that reached it."
    ) { $0.verdicts }
    $0.always("settings") { $0.settings }
    $0.always(
      "holdout", "All enrolled persons, compared with those whom the holdout kept out."
    ) { $0.holdout }
  }
}

extension HoldoutComparison: AnswerObject {
  package static let members = Members<Self> {
    $0.always("metric") { $0.metric }
    $0.always("heldOut") { $0.comparison.control.units }
    $0.always("enrolled") { $0.comparison.variant.units }
    $0.always("comparison") { $0.named }
  }
}

extension VariantPaywall: AnswerObject {
  package static let members = Members<Self> {
    $0.always("variant") { $0.variant }
    $0.always("placement") { $0.placement }
    $0.maybe("paywall", "Absent if the variant shows nothing.") { $0.paywall }
    $0.always("products", "Each with its offers.") { $0.products }
  }
}

extension ProductPurchases: AnswerObject {
  package static let members = Members<Self> {
    $0.always("product") { $0.product }
    $0.maybe("billingPlan", "Apple's word, `MONTHLY`; absent for what is paid at once.") {
      $0.billingPlan
    }
    $0.always("arms") { $0.arms }
  }
}

extension ProductPurchases.Arm: AnswerObject {
  package static let members = Members<Self> {
    $0.always("variant") { $0.variant }
    $0.always("started") { $0.started }
    $0.always("trials", "The trials among `started`.") { $0.trials }
    $0.always("paid") { $0.paid }
    $0.always("refunded") { $0.refunded }
    $0.always("proceeds") { $0.proceeds }
  }
}

extension ReportDay: AnswerObject {
  package static let members = Members<Self> {
    $0.always("date") { $0.date }
    $0.always("persons", "By variant.") { $0.persons }
    $0.always("comparisons", "The comparisons over all persons up to the day.") { $0.comparisons }
  }
}

extension ReportEvent: AnswerObject {
  package static let members = Members<Self> {
    $0.always("at") { $0.at }
    $0.always("release") { $0.release }
    $0.always("changes") { $0.changes }
    $0.always("movesStart", "Exposures from before the start do not count.") { $0.movesStart }
  }
}

extension ReportDetails.KeptVerdict: AnswerObject {
  package static let members = Members<Self> {
    $0.always("at") { $0.at }
    $0.always("decision", "`ship b`.") { $0.decision }
    $0.always("sentence") { $0.sentence }
  }
}

extension ReportSettings: AnswerObject {
  package static let members = Members<Self> {
    $0.always("confidence") { $0.confidence }
    $0.always("power") { $0.power }
    $0.always("smallest") { $0.smallest }
    $0.always("comparisons") { $0.comparisons }
    $0.always("tuning") { $0.tuning }
  }
}
