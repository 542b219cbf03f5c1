import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// Apple's notifications in any order (apple-vectors, `deliveries.json`).
struct DeliveryTests {
  @Test("Every listed order comes out as written", arguments: DeliveryCase.all)
  func listed(delivery: DeliveryCase) throws {
    let story = try #require(Story.all[delivery.story])
    let decided = try #require(
      story.notifications.filter { delivery.deliver.contains($0.id) }
        .max { $0.signedDate < $1.signedDate })
    let history = story.history(of: delivery.deliver)
    let subscriber = history.subscriber(at: decided.signedDate)
    if let states = delivery.expectedFinalByOriginalTransactionId {
      let own = subscriber.subscriptions.map { ($0.originalTransactionId, $0.state.rawValue) }
      #expect(Dictionary(uniqueKeysWithValues: own) == states)
    }
    guard let expected = delivery.expectedFinal else { return }
    #expect(expected.decidedBy == decided.id)
    let group = try #require(subscriber.groups.first)
    #expect(subscriber.groups.count == 1)
    #expect(group.facts.state.rawValue == expected.state)
    #expect(group.facts.product == expected.productId)
    #expect(group.facts.autoRenew == (expected.autoRenewStatus == 1))
    #expect(group.facts.everIntroductory == expected.introOfferConsumed)
    #expect(group.facts.winBack?.offerIds ?? [] == expected.eligibleWinBackOfferIds)
    #expect(Set(subscriber.runs.compactMap(\.offer.id)).sorted() == expected.offersRedeemed)
  }

  @Test("38 orders are listed, of seven stories")
  func count() {
    #expect(DeliveryCase.all.count == 38)
    #expect(Set(DeliveryCase.all.map(\.story)).count == 7)
  }

  @Test(
    "After each notification of a story the state is the one that Apple sent with it",
    arguments: Story.all.keys.sorted())
  func step(name: String) throws {
    let story = try #require(Story.all[name])
    for (place, told) in story.notifications.enumerated() {
      guard let state = told.state, let original = told.transaction?.originalTransactionId else {
        continue
      }
      let history = story.history(after: Array(story.notifications[...place]))
      let subscription = history.subscriber(at: told.signedDate).subscriptions
        .first { $0.originalTransactionId == original }
      #expect(subscription?.state == state, "\(told.id)")
    }
  }

  @Test(
    "500 random orders of a story, with repeats, come to the same value",
    arguments: Story.all.keys.sorted())
  func anyOrder(name: String) throws {
    let story = try #require(Story.all[name])
    let inOrder = story.history(after: story.notifications)
    let moments = story.notifications.map(\.signedDate)
    let values = moments.map { inOrder.subscriber(at: $0) }
    var random = SplitMix(state: 20_260_101)
    for _ in 0..<500 {
      let repeats = story.notifications.filter { _ in Bool.random(using: &random) }
      let history = story.history(after: (story.notifications + repeats).shuffled(using: &random))
      #expect(history == inOrder)
      let place = Int.random(in: moments.indices, using: &random)
      #expect(history.subscriber(at: moments[place]) == values[place])
    }
  }
}
