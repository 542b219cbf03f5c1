import Ledger
import PaywallCatalog

/// A decision for a customer who is about to cancel, before limits and signatures.
enum RetentionProposal: Hashable, Sendable {
  case nothing(RetentionCause)
  /// The identifier of the message at Apple.
  case message(String)
  case product(String, BillingPlan, message: String)
  case offer(Offer, product: String, message: String)

  /// - Parameter show: what is decided for the placement `cancel`.
  init(_ show: Show, for question: RetentionQuestion, in snapshot: Snapshot) {
    guard case .paywall(let id) = show, let message = snapshot.retention[id] else {
      self = .nothing(.nothingDecided)
      return
    }
    let states = snapshot.retentionStates[question.request.environment] ?? RetentionStates()
    let text = message.text(
      for: question.locale, among: snapshot.app.locales, approvedBy: states)
    guard let identifier = text?.identifier else {
      self = .nothing(.notApproved)
      return
    }
    switch message.kind {
    case .message: self = .message(identifier)
    case .product(let product, let plan):
      self =
        snapshot.mayReplace(question.productId, by: product)
        ? .product(product, plan, message: identifier) : .nothing(.otherProduct)
    case .offer(let key, let product):
      let product = product ?? question.productId
      guard product == question.productId || snapshot.mayReplace(question.productId, by: product)
      else {
        self = .nothing(.otherProduct)
        return
      }
      guard let offer = snapshot.offers[key], offer.products.contains(product) else {
        self = .message(identifier)
        return
      }
      self = .offer(offer, product: product, message: identifier)
    }
  }
}

extension Snapshot {
  /// Whether a customer of a product may switch to another one: Apple takes only one of the same
  /// subscription group.
  fileprivate func mayReplace(_ product: String, by other: String) -> Bool {
    guard product != other, let group = products[product]?.group else { return false }
    return products[other]?.group == group
  }
}
