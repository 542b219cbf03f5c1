package import ExperimentReports
package import HTTPDocuments
import PaywallCatalog

/// The numbers of the page of revenue. Money is in milliunits of `currency`.
extension RevenueReport: AnswerObject {
  package static let members = Members<Self> {
    $0.always("environment") { $0.environment }
    $0.always("asOf", "The time up to which everything counts.") { $0.asOf }
    $0.always("computedAt") { $0.computedAt }
    $0.always("release") { $0.release }
    $0.always("currency") { $0.base }
    $0.always("commission", "Apple's share, in words.") { $0.commission }
    $0.always("months", "Since the first purchase; the last one ends with `asOf`.") { $0.months }
    $0.always("trials", "By the week of their start.") { $0.trials }
    $0.always("cohorts", "By the month of a customer's first payment for a subscription.") {
      $0.cohorts
    }
    $0.always("salesSince", "The start of the twelve months of the next three.") { $0.salesSince }
    $0.always("products") { $0.products }
    $0.always("storefronts", "An empty name is an unknown one.") { $0.storefronts }
    $0.always("offers", "An empty name is no offer.") { $0.offers }
    $0.always("leftOut") { $0.leftOut }
  }
}

extension RevenueReport.Month: AnswerObject {
  package static let members = Members<Self> {
    $0.always("start") { $0.start }
    $0.always(
      "recurring",
      "Monthly recurring revenue: `start + new + expansion + reactivation - contraction - churn = end`."
    ) { $0.recurring }
    $0.always("subscriptions", "Paid ones that run at the end.") { $0.subscriptions }
    $0.always("trials", "Trials and other free periods that run at the end.") { $0.trials }
    $0.always("sales", "Payments and refunds of the month.") { $0.sales }
  }
}

extension RevenueReport.RecurringRevenue: AnswerObject {
  package static let members = Members<Self> {
    $0.always("start") { $0.start }
    $0.always("new") { $0.new }
    $0.always("expansion") { $0.expansion }
    $0.always("reactivation") { $0.reactivation }
    $0.always("contraction") { $0.contraction }
    $0.always("churn") { $0.churn }
    $0.always("end") { $0.end }
    $0.always("rates", "The part of expansion less contraction that only exchange rates moved.") {
      $0.rates
    }
    $0.always("customersAtStart") { $0.customers }
    $0.always("customersLost") { $0.lost }
    $0.always("customersWon") { $0.won }
  }
}

extension RevenueReport.Sales: AnswerObject {
  package static let members = Members<Self> {
    $0.maybe("name") { $0.name.isEmpty ? nil : $0.name }
    $0.always("payments") { $0.payments }
    $0.always("refunded", "How many refunds there were.") { $0.refunded }
    $0.always("gross") { $0.gross }
    $0.always("refunds") { $0.refunds }
    $0.always("commission") { $0.commission }
    $0.always("net", "`gross - refunds - commission`") { $0.net }
  }
}

extension RevenueReport.TrialWeek: AnswerObject {
  package static let members = Members<Self> {
    $0.always("start", "A Monday.") { $0.start }
    $0.always("started") { $0.started }
    $0.always("converted", "Those that a paid period followed.") { $0.converted }
    $0.always("open", "Those that still run.") { $0.open }
  }
}

extension RevenueReport.Cohort: AnswerObject {
  package static let members = Members<Self> {
    $0.always("start", "The first moment of the month.") { $0.start }
    $0.always("customers") { $0.customers }
    $0.always("recurring", "What their first payments come to each month.") { $0.recurring }
    $0.always("months", "At the end of that month and of each one after it.") { $0.months }
  }
}

extension RevenueReport.Cohort.Point: AnswerObject {
  package static let members = Members<Self> {
    $0.always("customers", "Those whose subscription runs.") { $0.customers }
    $0.always("recurring") { $0.recurring }
  }
}

extension RevenueReport.LeftOut: AnswerObject {
  package static let members = Members<Self> {
    $0.always("incomplete", "Paid transactions without a price, a currency or a time.") {
      $0.incomplete
    }
    $0.always("shared", "Transactions of family members and of seats.") { $0.shared }
    $0.always("cutOff", "Customers whose first known payment is a renewal; they look new.") {
      $0.cutOff
    }
    $0.always("withoutRate", "By currency, in milliunits of it.") { $0.withoutRate }
  }
}
