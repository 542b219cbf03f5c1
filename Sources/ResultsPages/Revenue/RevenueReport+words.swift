package import ExperimentReports
import ExperimentResults
import PaywallCatalog

extension RevenueReport {
  /// The last number of each kind, as a question with its answer.
  package var answers: [(question: String, answer: String, detail: String)] {
    let last = months.last ?? Month(start: asOf)
    let full = months.last(where: isOver)
    let year = months.filter { $0.start >= salesSince }.map(\.sales.net).reduce(0, +)
    let trials = (
      started: self.trials.reduce(0) { $0 + $1.started - $1.open },
      converted: self.trials.reduce(0) { $0 + $1.converted }
    )
    return [
      (
        "Recurring revenue a month", money(last.recurring.end),
        "\(money(last.recurring.start)) at the start of \(ResultsWords.month(last.start))"
      ),
      (
        "Paid subscriptions", Wording.count(last.subscriptions),
        "and \(ResultsWords.counted(last.trials, "trial")); \(Self.share(Double(trials.converted), of: Double(trials.started))) of those that are over converted"
      ),
      (
        "Revenue churn a month",
        full.map {
          Self.share(Double($0.recurring.churn), of: Double($0.recurring.start))
        } ?? "–",
        full.map { "in \(ResultsWords.month($0.start)), the last full month" }
          ?? "no month is over yet"
      ),
      (
        "Net of twelve months", money(year),
        "after refunds and Apple's commission, since \(Wording.day(salesSince))"
      ),
    ]
  }

  /// The facts that are missing, in sentences; empty if none are.
  package var leftOutWords: [String] {
    var words = leftOut.withoutRate.map {
      "\(ResultsWords.counted($0.transactions, "payment")) of \(Wording.money(Double($0.total), $0.currency)) in all: Paywalls/store/rates.yaml has no rate of \($0.currency). Their subscriptions are counted, their money is in no sum."
    }
    if leftOut.incomplete > 0 {
      words.append(
        "\(ResultsWords.counted(leftOut.incomplete, "payment")) of which Apple named no price, currency or time."
      )
    }
    if leftOut.shared > 0 {
      words.append(
        "\(ResultsWords.counted(leftOut.shared, "transaction")) of family members and of seats: the purchaser's are counted."
      )
    }
    if leftOut.cutOff > 0 {
      words.append(
        "\(ResultsWords.counted(leftOut.cutOff, "customer")) whose first known payment is a renewal: earlier ones are missing, and they look new. 'paywall appstore backfill' fetches them."
      )
    }
    return words
  }

  /// Each number in a sentence or two; the article *Revenue* has the reasons.
  package var definitions: [(term: String, words: String)] {
    [
      (
        "Recurring revenue",
        "What customers pay for the subscriptions that run, each price by the time that it pays for: a week × 52/12, a year ÷ 12. The price is what was paid, also under an offer, before Apple's commission. A trial or a free period adds nothing, an extension adds time and no money, and a month of a commitment counts as a month. A subscription in its grace period counts; one in billing retry without access does not. Consumables, lifetime purchases and passes are sales, and never recur."
      ),
      (
        "Movements",
        "The end of a month against the end of the one before, customer by customer; a customer is one Apple Account in this app. New: the first payment for a subscription was made in the month. Reactivation: it was made before, and at the end of a month since then no subscription ran. Churn: no subscription runs any more. Expansion and contraction: one runs, and more or less is paid. Who comes and leaves within a month is in none of them. Months are those of UTC. An erased customer is in no month."
      ),
      (
        "Churn",
        "Customer churn: customers lost ÷ customers at the start. Revenue churn: churn ÷ start."
      ),
      (
        "Trials",
        "A trial is converted if a paid period follows it at once, or as Apple's renewal after billing trouble. It is open until it ends."
      ),
      (
        "Sales",
        "Gross is every price that was paid, in the month of the payment; refunds are in the month in which Apple gave them. Gross − refunds − commission = net. A refund that was reversed is in no month."
      ),
      (
        "Commission",
        "\(commission), from 'commission' in Paywalls/store/rates.yaml. The year begins with the subscription's first purchase."
      ),
      (
        "Exchange rates",
        "Each payment is converted to \(base) by the rate of its day: the newest of then in Paywalls/store/rates.yaml, or the first one after. A refund has the rate of its payment."
      ),
      (
        "Taxes",
        "Apple's prices include the taxes of many countries, which Apple takes off before it pays. No signed fact names them, so all numbers here are with taxes, and the net is higher than what Apple pays out. They are not for accounting."
      ),
      (
        "Upgrades",
        "Apple gives back the rest of a period that an upgrade replaced. No signed fact names the sum, so it is not taken off."
      ),
    ]
  }
}
