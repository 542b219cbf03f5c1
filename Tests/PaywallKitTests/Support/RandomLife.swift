import Foundation
import PaywallCatalog
import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

/// One life of a device: log-ins, purchases, refunds, loss of network, clocks that are set, restarts, other
/// Apple Accounts. Only on a ``SingleThread``: the clock moves when nothing else is left to do.
final class RandomLife {
  private let seed: Int
  private var random: SplitMix
  private let shop: Shop
  private let accounts: AppleAccounts
  private let network: RandomNetwork
  /// The offset of the device's clock, in milliseconds.
  private let wall = Box<Int64>(0)
  private var client: Paywalls
  private var process: Life
  private var user: UUID?
  private var hasLoggedIn = false
  private var isClockSet = false
  /// The variant that this session has shown.
  private var shown: PlacementDecision.Experiment?
  /// True if something was unlocked, so that a session has begun.
  private let hasUnlocked = Box(false)
  private var watching: Task<Void, Never>?
  /// The events so far.
  private var story: [String] = []

  private static let users = [
    "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222",
  ]
  private static let budget = Duration.seconds(2)
  private static let signingBudget = Duration.seconds(10)

  init(_ seed: Int) throws {
    self.seed = seed
    random = SplitMix(state: UInt64(seed))
    // On old systems no purchase names its customer.
    let areNamed = seed % 3 == 0
    shop = Shop(
      Shop.products,
      entitlements: ["pro": ["monthly", "yearly"], "archive": ["lifetime"], "live": ["pass"]],
      customer: areNamed ? AppleAccounts.ids[0] : nil)
    accounts = AppleAccounts(shop, areNamed: areNamed)
    network = RandomNetwork(seed: seed, shop.server, shop.device.clock)
    shop.show(
      .init("yearly", offers: [.init(.winBack, "back"), .init(.promotional, "loyalty")]),
      .init("monthly", withholdsIntroductory: true), .init("coins"), .init("lifetime"),
      .init("pass"))
    // Every second device can decide by itself.
    if seed % 2 == 1 {
      try shop.device.keep(
        download: shop.device.keys.file(of: .openForYears, expires: "2027-12-05T00:00:00Z"))
    }
    process = Life(steps: nil)
    client = Self.start(shop, network, wall, accounts.store, process)
    watch(client)
  }

  func run() async throws {
    await readStore()
    for _ in 0..<12 {
      story.append(await act())
      await settle()
      guard !accounts.isUncertain else { continue }
      let unlocked = Set(["archive", "live", "pro"].filter { client.isEntitled($0) })
      let (least, most) = (entitlements(accounts.surelyHeld), entitlements(accounts.held))
      #expect(
        unlocked.isSuperset(of: least) && unlocked.isSubset(of: most),
        "seed \(seed): \(unlocked), not \(least) to \(most) after \(story)")
    }
    watching?.cancel()
  }

  private static func start(
    _ shop: Shop, _ network: RandomNetwork, _ wall: Box<Int64>, _ store: FakeStore,
    _ process: Life
  ) -> Paywalls {
    let base = shop.device.clock
    return shop.start { configuration in
      let clock = base.device(Timestamp(Shop.start))
      configuration.clock = DeviceClock(
        wall: { clock.wall().adding(milliseconds: wall.value) }, running: clock.running,
        sleep: clock.sleep)
      configuration.store = store
      configuration.storage = MortalStorage(base: shop.device.storage, life: process)
      configuration.advanced.transport = network.transport
      configuration.rootKeys = [shop.device.keys.pinned]
      configuration.attributes = ["country": "GB"]
      configuration.advanced.budget = budget
      configuration.advanced.signingBudget = signingBudget
      configuration.runStorage = { call in Task { call() } }
    }
  }

  /// Notes when something is unlocked: a session begins then.
  private func watch(_ client: Paywalls) {
    watching?.cancel()
    let (hasUnlocked, store) = (hasUnlocked, shop.store)
    watching = Task {
      var had: [String: PaywallCustomer.Entitlement] = [:]
      for await customer in client.customers {
        let isUnlocked = customer.entitlements.contains { new in
          guard let old = had[new.id] else { return true }
          return old.expires.map { $0 <= store.now } ?? false
        }
        if isUnlocked { hasUnlocked.change { $0 = true } }
        had = Dictionary(customer.entitlements.map { ($0.id, $0) }) { $1 }
      }
    }
  }

  /// Waits until the client has read the store at its start.
  private func readStore() async {
    await accounts.read()
    await settle()
    await bounded(by: .seconds(300)) { await $0.purchases.listening.last?.value }
    await settle()
  }

  private func act() async -> String {
    switch random.below(19) {
    case 0: return await logIn()
    case 1:
      accounts.forgetAnswers()
      await bounded(by: .seconds(2)) { await $0.reset() }
      (user, shown) = (nil, nil)
      return "log-out"
    case 2, 3, 4: return await buy()
    case 5:
      accounts.store.sellOutside("monthly", account: random.below(2) == 0 ? nil : user)
      return "bought elsewhere"
    case 6: return network.turnBad(&random)
    case 7:
      network.turnGood()
      // Any answer tells the time.
      let placement = await placement()
      isClockSet = isClockSet && placement?.source != .network
      await accounts.read()
      await bounded(by: Self.signingBudget) { await $0.refreshCustomer() }
      accounts.hearServer()
      return "the server is well"
    case 8:
      let days = [-4000, -40, 40, 4000][random.below(4)]
      wall.change { $0 += Int64(days) * 86_400_000 }
      isClockSet = true
      return "the clock is set by \(days) days"
    case 9:
      let days = 1 + random.below([10, 40, 200][random.below(3)])
      if random.below(3) == 0 { accounts.store.setRenewal(false, of: "monthly") }
      // The device sleeps.
      await move(to: shop.device.clock.now + .seconds(days * 86_400))
      return "\(days) days pass"
    case 10:
      return await restart { _ in } ? "a restart" : "nothing"
    case 11, 12:
      return await restart { $0.changeAccount() } ? "another Apple Account" : "nothing"
    case 13:
      return await restart { $0.updateSystem() } ? "the system is updated" : "nothing"
    case 14:
      accounts.refund(&random)
      return "a refund"
    case 15, 16:
      guard let time = accounts.failRenewal(&random) else { return "nothing" }
      await move(to: shop.device.clock.now + .seconds(time))
      return "a renewal fails"
    case 17:
      accounts.charge()
      return "renewals are charged"
    default:
      await placement()
      return "a placement"
    }
  }

  /// - Parameter change: the events while the app does not run.
  private func restart(_ change: (AppleAccounts) -> Void) async -> Bool {
    // A clock that was set while the app did not run is known once the server was asked.
    guard !isClockSet else { return false }
    process.kill()
    change(accounts)
    process = Life(steps: nil)
    client = Self.start(shop, network, wall, accounts.store, process)
    shown = nil
    watch(client)
    await readStore()
    return true
  }

  @discardableResult
  private func placement() async -> PlacementDecision? {
    await settle()
    if hasUnlocked.value { shown = nil }
    hasUnlocked.change { $0 = false }
    let placement = await bounded(by: Self.budget) { await $0.placement("onboarding") }
    await settle()
    guard let experiment = placement?.experiment else { return placement }
    if let shown {
      #expect(
        experiment.id == shown.id && experiment.variant == shown.variant
          && experiment.phase == shown.phase,
        "seed \(seed), \(story)")
    }
    shown = experiment
    return placement
  }

  private func logIn() async -> String {
    let id = Self.users[random.below(2)]
    if user?.uuidString != id, user != nil { shown = nil }
    await bounded(by: .seconds(2)) { await $0.identify(id) }
    user = UUID(uuidString: id)
    accounts.forgetAnswers()
    hasLoggedIn = true
    return "log-in of \(id.prefix(2))"
  }

  private func buy() async -> String {
    let product = ["yearly", "monthly", "coins", "lifetime", "pass"][random.below(5)]
    // The App Store does not sell a lasting product twice.
    guard product != "lifetime" || !accounts.held.contains(where: { $0.product == product }) else {
      return "nothing"
    }
    let sheets: [FakeStore.Answer] = [
      .buys, .buys, .buys, .asksToBuy, .cancels, .fails(.notAllowed),
    ]
    accounts.store.answerNext(sheets[random.below(sheets.count)])
    guard let placement = await bounded(by: Self.budget, { await $0.placement("settings") }) else {
      return "nothing"
    }
    let fallback: OfferFallback = random.below(2) == 0 ? .stop : .buyWithoutOffer
    // The time is for signing, and then for the report.
    let outcome = await bounded(by: Self.signingBudget + Self.budget) {
      await $0.buy(product, on: placement, ifOfferFails: fallback)
    }
    if case .bought? = outcome { shown = nil }
    return "\(product): \(String(describing: outcome).prefix(60))"
  }

  /// Returns the result of a call, which must not take longer.
  @discardableResult
  private func bounded<Value: Sendable>(
    by time: Duration, _ call: @escaping @Sendable (Paywalls) async -> Value
  ) async -> Value? {
    let result = Box<Value?>(nil)
    let client = client
    let task = Task {
      let value = await call(client)
      result.change { $0 = value }
    }
    await settle()
    let end = shop.device.clock.now + time
    while result.value == nil, await move(until: end) {}
    #expect(
      result.value != nil, "seed \(seed): a call takes longer than \(time) after \(story)")
    task.cancel()
    return result.value
  }

  /// Moves the clocks until something can go on.
  ///
  /// - Returns: false if nothing does by then.
  private func move(until end: Duration) async -> Bool {
    guard let next = shop.device.clock.nextWake, next <= end else { return false }
    await move(to: next)
    return true
  }

  private func move(to time: Duration) async {
    let passed = max(.zero, time - shop.device.clock.now)
    shop.device.clock.advance(by: passed)
    accounts.advance(by: Double(passed.milliseconds) / 1000)
    await settle()
  }

  private func settle() async { await SingleThread.shared.untilIdle() }

  /// Returns the entitlements that this person has by the App Store's word.
  private func entitlements(_ held: [StoreTransaction]) -> Set<String> {
    let names = ["lifetime": "archive", "pass": "live", "monthly": "pro", "yearly": "pro"]
    return Set(held.filter { isOwn($0.appAccountToken) }.compactMap { names[$0.product] })
  }

  private func isOwn(_ account: UUID?) -> Bool {
    guard let account else { return true }
    return user.map { $0 == account } ?? !hasLoggedIn
  }
}

extension Snapshot {
  /// A snapshot whose experiment runs as long as a life may be.
  fileprivate static var openForYears: Snapshot {
    var snapshot = Snapshot.open
    snapshot.experiments["price-test"]?.schedule = TimeWindow(
      start: moment("2026-12-01T09:00:00Z"), end: moment("2046-12-01T09:00:00Z"))
    return snapshot
  }
}
