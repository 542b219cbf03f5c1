package import HTTPDocuments
package import PaywallCatalog
package import PaywallDecisions
import Serving

/// Every offer of every product for one customer, with the verdict, its reason and its facts.
package struct EligibilityAnswer: AnswerObject {
  private let environment: AppStoreEnvironment
  private let newestFact: Timestamp?
  private let products: [Product]

  /// - Parameter showsTransactionIds: they are for servers.
  package init(
    compiled: CompiledSnapshot, visitor: Visitor, environment: AppStoreEnvironment,
    newestFact: Timestamp?, limits: LedgerLimits, showsTransactionIds: Bool, now: Timestamp
  ) {
    (self.environment, self.newestFact) = (environment, newestFact)
    products = compiled.everyOffer.map { product in
      let offers = compiled.explainOffers(on: product, for: visitor, at: now, limits: limits)
      return Product(
        product: product,
        offers: offers.map { Offer(explained: $0, showsTransactionIds: showsTransactionIds) })
    }
  }

  package static let members = Members<Self> {
    $0.always("environment") { $0.environment }
    $0.maybe("newestFact", "When Apple signed the newest fact that is known.") { $0.newestFact }
    $0.always("products") { $0.products }
  }

  package static var schema: Schema {
    .object(members.properties + [Schema.ignored, Schema.leftOut])
  }

  private struct Product: AnswerObject {
    let product: PaywallProduct
    let offers: [Offer]

    static let members = Members<Self> {
      $0.always("id") { $0.product.product }
      $0.maybe("billingPlan", "The plan that these are offers of; absent for `upFront`.") {
        $0.product.billingPlan == .upFront ? nil : $0.product.billingPlan
      }
      $0.always("offers") { $0.offers }
    }
  }

  private struct Offer: AnswerObject {
    let explained: ExplainedOffer
    let showsTransactionIds: Bool

    static let members = Members<Self> {
      $0.always("kind") { $0.explained.answer.offer.kind }
      $0.always("id", "The offer's identifier in the App Store.") { $0.explained.answer.offer.id }
      $0.always("key", "The offer's key in the configuration.") { $0.explained.answer.offer.key }
      $0.always("eligibility", .ref(.eligibility)) { $0.explained.answer.eligibility.word }
      $0.always("reason", .ref(.eligibilityReason)) {
        $0.explained.answer.eligibility.reason.rawValue
      }
      $0.always("basis", .ref(.offerBasis)) {
        $0.explained.basis.content(showsTransactionIds: $0.showsTransactionIds)
      }
    }
  }
}
