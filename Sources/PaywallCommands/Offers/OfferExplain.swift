import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import LedgerSQLite
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import Serving
import Subscribers

/// `paywall offer explain`.
struct OfferExplain: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "explain", "Say whether a customer may have an offer, why, and what that rests on.",
    "The answer of /v1/offers/eligibility, as a person would say it. Nothing is granted.",
    examples: "paywall offer explain 704000000382071239 loyalty",
    "paywall offer explain u-17 trial --user --platform iOS --os-version 18.2")

  @OptionGroup var customer: CustomerOptions
  @Argument(help: "The offer's key in offers.yaml, or its identifier in App Store Connect.")
  var offer: String
  @Option("product", "Only on this product.") var product: String?
  @Option("plan", "As if sold on this billing plan; default: the offer's own.")
  var billingPlan: BillingPlan?
  @Option(help: "The storefront's country, ISO 3166 alpha-2 or alpha-3.") var country: String?
  @Option(help: "The version of the operating system.") var osVersion: String?
  @Option(help: "The platform, such as iOS.") var platform: String?
  @OptionGroup var past: PastOptions
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<[OfferExplanationCard]> {
    let snapshot = try ledger.configuration.load(for: console)
    let offers = try named(in: snapshot)
    let now = past.moment
    let answers = try await ledger.use { opened in
      let (name, found) = try await customer.first {
        try await opened.histories(of: $0, in: customer.environment)
      }
      let entries = past.known(try await opened.entries(of: name, in: customer.environment))
      let histories = found.map { past.known($0, by: entries.all) }
      let counts = try await opened.dayCounts(
        of: offers.filter { $0.limit?.perDay != nil }.map(\.key), in: customer.environment, at: now)
      return try explain(
        offers, to: histories, dayCounts: counts, CompiledSnapshot(snapshot), now)
    }
    return Printed(answers.map(OfferExplanationCard.init)) { console in
      answers.map {
        console.strong("\($0.answer.offer.key) on \($0.product)") + "\n  \($0.sentence)"
      }.joined(separator: "\n")
    }
  }

  private func named(in snapshot: Snapshot) throws -> [Offer] {
    let found = snapshot.offers.values.filter { $0.key == offer || $0.id == offer }
    guard found.isEmpty else { return found.sorted { $0.key < $1.key } }
    return [try snapshot.offers.named(offer, "offer")]
  }

  private func explain(
    _ offers: [Offer], to histories: [CustomerHistory], dayCounts: [String: Int],
    _ compiled: CompiledSnapshot, _ now: Timestamp
  ) throws -> [ExplainedOffer] {
    guard histories.count == 1, let history = histories.first else {
      throw Failure(
        .no, "the user is linked to \(histories.count) customers of the App Store",
        help: "name one: \(histories.compactMap(\.appTransactionId).joined(separator: ", "))")
    }
    var attributes: [String: RawAttribute] = [
      "environment": .text(customer.environment.rawValue)
    ]
    for (name, value) in [("country", country), ("osVersion", osVersion), ("platform", platform)] {
      if let value { attributes[name] = .text(value) }
    }
    let (visitor, _) = compiled.visitor(
      attributes, subscriber: .known(history.facts(at: now, in: compiled.snapshot)), at: now)
    return offers.flatMap { offer in
      offer.products.filter { product == nil || product == $0 }.sorted().flatMap {
        compiled.explainOffers(
          on: PaywallProduct(
            product: $0, billingPlan: billingPlan ?? offer.billingPlan, offers: [offer.key]),
          for: visitor, at: now,
          limits: LedgerLimits(dayCounts: dayCounts))
      }
    }
  }
}

extension BillingPlan: ExpressibleByArgument {}

/// One answer as JSON.
struct OfferExplanationCard: Card {
  let explained: ExplainedOffer

  static let members = Members<Self> {
    $0.always("offer", .text) { $0.explained.answer.offer.key }
    $0.always("product", .text) { $0.explained.product }
    $0.always("eligibility", .ref(.eligibility)) { $0.explained.answer.eligibility.word }
    $0.always("reason", .ref(.eligibilityReason)) {
      $0.explained.answer.eligibility.reason.rawValue
    }
    $0.always("sentence", .text, "The same in words.") { $0.explained.sentence }
    $0.always("basis", .ref(.offerBasis)) {
      JSONContent($0.explained.basis.content(showsTransactionIds: true))
    }
  }
}
