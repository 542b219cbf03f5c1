import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// Lives with copies, refunds and reversals, made up from a fixed seed: a ledger that receives the
/// copies, in any order, says the same as one that receives each purchase once.
struct CopyLawTests {
  @Test("Copies in any order of arrival change nothing", arguments: 0..<200)
  func copies(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let life = Life(&random)
    let once = CustomerHistory(environment: .production, transactions: life.purchases)
    let moment = day(500)
    let value = once.subscriber(at: moment, in: shop)
    for _ in 0..<8 {
      var history = CustomerHistory(environment: .production)
      for text in life.texts.shuffled(using: &random) { history.add(text) }
      let subscriber = history.subscriber(at: moment, in: shop)
      #expect(subscriber.spend == value.spend)
      #expect(subscriber.refunds == value.refunds)
      #expect(subscriber.redemptions == value.redemptions)
      #expect(subscriber.runs == value.runs)
      #expect(subscriber.subscriptions.map(\.state) == value.subscriptions.map(\.state))
      #expect(subscriber.groups.map(\.facts.paidDays) == value.groups.map(\.facts.paidDays))
      #expect(
        history.entitlements(at: moment, in: shop) == once.entitlements(at: moment, in: shop))
      #expect(history.marksToKeep == once.marksToKeep)
      #expect(Purchases(history.transactions).contradictions.isEmpty)
    }
  }

  @Test("Lives have copies, refunds and reversals")
  func variety() {
    let lives = (0..<200).map { seed in
      var random = SplitMix(state: UInt64(seed))
      return Life(&random)
    }
    #expect(lives.count { $0.texts.count > $0.purchases.count } > 150)
    #expect(lives.count { $0.purchases.contains { $0.revocationDate != nil } } > 50)
    #expect(lives.count { $0.reversals > 0 } > 30)
    #expect(lives.count { $0.purchases.contains { $0.productId == "lifetime" } } > 50)
  }
}

/// One customer's purchases, and all texts that Apple signs about them.
private struct Life {
  /// Each once, as it is in the end.
  var purchases: [TransactionFact] = []
  var texts: [TransactionFact] = []
  var reversals = 0
  private var next = 5000

  init(_ random: inout SplitMix) {
    let periods = Int.random(in: 1...8, using: &random)
    for number in 0..<periods {
      add(period(number), &random)
    }
    if Bool.random(using: &random) {
      add(
        TransactionFact.bought(
          "900", of: "900", "lifetime", from: 3, until: nil, type: .nonConsumable, group: nil,
          price: 49_990
        ).changed { $0.originalPurchaseDate = day(3) }, &random)
    }
    for number in 0..<Int.random(in: 0...3, using: &random) {
      let id = "\(700 + number)"
      let coins = TransactionFact.bought(
        id, of: id, "coins", from: Double(number), until: nil, type: .consumable, group: nil,
        price: 990)
      purchases.append(coins)
      texts.append(coins)
    }
  }

  private func period(_ number: Int) -> TransactionFact {
    let (start, id) = (Double(number) * 30, "\(100 + number)")
    let offer = number < 2 ? OfferName.promotional("save") : nil
    return TransactionFact.bought(
      id, of: "100", from: start, until: start + 30, reason: number == 0 ? .purchase : .renewal,
      price: number < 2 ? 4990 : 9990, offer: offer, discount: number < 2 ? .payAsYouGo : nil
    ).billed("w\(number)")
  }

  /// Adds a purchase with copies, and perhaps a refund and its reversal, each reported of any of
  /// them.
  private mutating func add(_ bought: TransactionFact, _ random: inout SplitMix) {
    var copies = [bought]
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      next += 1
      let signed = Double.random(in: 1...400, using: &random)
      copies.append(
        bought.copy("\(next)", signed: signed).changed { copy in
          // A restore may have a date of its own.
          if signed > 200, let date = copy.purchaseDate, date < day(signed) {
            copy.purchaseDate = day(signed)
          }
        })
    }
    texts += copies
    guard Int.random(in: 0..<3, using: &random) == 0 else { return purchases.append(bought) }
    let refunded = copies.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
      .map { $0.revoked(at: 410) }
    texts += refunded
    guard Bool.random(using: &random), let copy = copies.randomElement(using: &random) else {
      return purchases.append(bought.revoked(at: 410))
    }
    texts.append(copy.changed { $0.signedDate = day(420) })
    reversals += 1
    purchases.append(bought)
  }
}
