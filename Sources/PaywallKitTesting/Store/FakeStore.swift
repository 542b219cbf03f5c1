public import Foundation
public import PaywallKit

/// An App Store for tests, previews and examples: sells the products that it is given, by a clock
/// of its own. It outlives the app: several clients, one after the other, see the same purchases.
///
/// ```swift
/// let store = FakeStore([.monthly("pro_monthly", group: "pro")])
/// store.answerNext(.asksToBuy)
/// ```
public final class FakeStore: PurchaseStore, @unchecked Sendable {
  /// Writes a payload of Apple's as a compact JWS.
  public typealias Signer = @Sendable (_ payload: JSONValue) -> String

  /// The outcome of a payment sheet.
  public enum Answer: Sendable {
    case buys
    /// Someone must approve the purchase: ``FakeStore/approve()``.
    case asksToBuy
    case cancels
    case fails(StoreFailure)
    /// StoreKit cannot verify the purchase.
    case isUnverified
    /// The sheet waits for ``FakeStore/wake()``; the purchase then succeeds.
    case neverAnswers
  }

  // Everything that changes is read and written under the lock.
  let lock = NSLock()
  var state: FakeStoreState
  var answers: [Answer] = []
  var readers: [Int: AsyncStream<StoreTransaction>.Continuation] = [:]
  private var sleepers: [AsyncStream<Void>.Continuation] = []
  var number = 0
  private var isAsleep = false
  var asked: [StorePurchaseOptions] = []
  var offers: @Sendable (StoreOffer) -> String? = { _ in nil }

  let products: [FakeProduct]
  let writer: FakeStoreWriter
  let country: String
  private let file: URL?

  /// An App Store.
  ///
  /// - Parameters:
  ///   - products: the products that it sells.
  ///   - now: the time at which its clock begins.
  ///   - bundleId: the bundle id of the app.
  ///   - environment: `production`, `sandbox` or `xcode`.
  ///   - storefront: the country, by ISO 3166-1 alpha-3.
  ///   - customer: Apple's id of the customer's download of the app; `nil` if the texts do not name
  ///     it.
  ///   - appAppleId: Apple's id of the app.
  ///   - firstTransaction: the id of the first transaction.
  ///   - file: the file that keeps its state, for a process that is killed.
  ///   - sign: writes a compact JWS. By default one that only ``FakeServer`` accepts.
  public init(
    _ products: [FakeProduct], now: Date = Date(), bundleId: String = "com.example.app",
    environment: String = "production", storefront: String = "USA",
    customer: String? = "704000000000000001", appAppleId: Int64 = 1_234_567_890,
    firstTransaction: UInt64 = 2_000_000_000_000_001, file: URL? = nil,
    sign: @escaping Signer = FakeStore.unsigned
  ) {
    self.products = products
    country = storefront
    self.file = file
    writer = FakeStoreWriter(
      bundleId: bundleId, environment: environment, storefront: storefront,
      owner: FakeOwner(customer), appAppleId: appAppleId, sign: FakeStoreTexts(sign).text)
    let kept = file.flatMap { try? Data(contentsOf: $0) }.flatMap {
      try? JSONDecoder().decode(FakeStoreState.self, from: $0)
    }
    state = kept ?? FakeStoreState(now: now, nextId: firstTransaction)
  }

  /// The time in this App Store.
  public var now: Date { lock.withLock { state.now } }

  /// Sets how the next sheets end, in this order; the others buy.
  public func answerNext(_ answers: Answer...) { lock.withLock { self.answers += answers } }

  /// The options of all purchases, in their order.
  public var purchaseOptions: [StorePurchaseOptions] { lock.withLock { asked } }

  /// Transactions that the app has finished.
  public var finishedTransactions: Set<UInt64> { lock.withLock { state.finished } }

  /// Every transaction, in the order of its id.
  public var transactions: [StoreTransaction] {
    lock.withLock { state.sales.map { writer.transaction($0) } }
  }

  /// The transactions that ``currentEntitlements()`` returns, also while the store is asleep.
  public var current: [StoreTransaction] {
    lock.withLock {
      state.newest.filter { state.isCurrent($0) }.map { writer.transaction($0) }
    }
  }

  /// Sets how offers are judged: the App Store's words refuse an offer, `nil` accepts it.
  public func judgeOffers(_ judge: @escaping @Sendable (StoreOffer) -> String?) {
    lock.withLock { offers = judge }
  }

  /// Answers no call until ``wake()``.
  public func fallAsleep() { lock.withLock { isAsleep = true } }

  /// Answers the calls that wait.
  public func wake() {
    let waiting = lock.withLock { () -> [AsyncStream<Void>.Continuation] in
      isAsleep = false
      defer { sleepers = [] }
      return sleepers
    }
    for sleeper in waiting { sleeper.finish() }
  }

  /// Changes the state, and sends the app the resulting transactions.
  func change(_ work: (inout FakeStoreState) -> [FakeStoreState.Sale]) {
    let (sent, readers) = lock.withLock {
      let sales = work(&state)
      save()
      return (sales.map { writer.transaction($0) }, Array(self.readers.values))
    }
    for transaction in sent { for reader in readers { reader.yield(transaction) } }
  }

  /// Called under the lock.
  func save() {
    guard let file, let data = try? JSONEncoder().encode(state) else { return }
    try? data.write(to: file, options: .atomic)
  }

  func waitIfAsleep(_ isForced: Bool = false) async {
    let stream = lock.withLock { () -> AsyncStream<Void>? in
      guard isAsleep || isForced else { return nil }
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      sleepers.append(continuation)
      return stream
    }
    guard let stream else { return }
    for await _ in stream {}
  }

  func product(_ id: String) -> FakeProduct? { products.first { $0.id == id } }

  var codes: [URL: (product: String, offer: String)] = [:]

  /// Sets the offer and the product of a redemption address.
  public func accept(code offer: String, at url: URL, for product: String) {
    lock.withLock { codes[url] = (product, offer) }
  }
}
