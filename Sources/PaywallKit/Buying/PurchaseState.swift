import Foundation
import PaywallTextCoding

/// The client's state of purchases, and of what it is about to do about them.
struct PurchaseState: Sendable {
  /// The entries that the server must keep, in the order in which they came.
  var queue: [PurchaseEntry] = []
  /// Keys of entries whose file is written.
  var onDisk: Set<String> = []
  /// Keys of entries whose transactions were finished while the server was away.
  var finished: Set<String> = []
  /// Keys of entries that the server has refused since the app started.
  var refused: [String: ServerProblem] = [:]
  /// Keys of entries that are sent in a request of their own, after one with others was refused.
  var alone: Set<String> = []
  var kept: KeptTexts
  /// Accounts of the users who have logged in on this device.
  var accounts: Set<UUID> = []
  var record: CustomerRecord?
  var grants = ProductGrants()
  var facts = StoreFacts()

  /// Products that are being bought.
  var buying: Set<String> = []
  /// The calls that wait for a transaction of a product.
  var arrivals: [String: [Race<StoreTransaction>]] = [:]
  /// Offers that were signed with an answer.
  var ahead: [UTF8Key: AheadOffers] = [:]
  /// Signatures that were used: Apple takes each once.
  var spent: Set<String> = []
  /// Exposures that were reported in this process.
  var told: Set<String> = []

  var listening: [Task<Void, Never>] = []
  var learning: Task<Void, Never>?
  var sending: Task<Void, Never>?
  /// Why the last attempt to send failed.
  var failure: NetworkFailure?
  var backoff = Backoff()
  var retry: Task<Void, Never>?
  /// The end of a pause that the server asked for, by the running clock.
  var quietUntil: Duration?
  /// Waits for the next end of something bought, which comes at this time of the running clock.
  var lapse: (task: Task<Void, Never>, end: Duration)?
  /// The number of requests about customers, and the last one about each whose answer was taken.
  private(set) var asked = 0
  private var answered: [EvidenceCustomer: Int] = [:]

  /// The bytes of the entries that wait.
  var bytes: Int { queue.reduce(0) { $0 + $1.size } }

  /// The bytes of the entries that wait on disk.
  var bytesOnDisk: Int { queue.reduce(0) { onDisk.contains($1.key) ? $0 + $1.size : $0 } }

  /// Removes the entries that say less of the same transaction.
  mutating func removeEarlier(than transaction: StoreTransaction) -> [PurchaseEntry] {
    let earlier = queue.filter { entry in
      guard let earlier = entry.transaction, earlier.isSame(as: transaction) else { return false }
      let namesLess = transaction.appTransactionId == nil && earlier.appTransactionId != nil
      return earlier.signed <= transaction.signed && !namesLess
    }
    queue.removeAll { entry in earlier.contains { $0.key == entry.key } }
    return earlier
  }

  mutating func stopWaiting(_ arrival: Race<StoreTransaction>, for product: String) {
    arrivals[product]?.removeAll { $0 === arrival }
    if arrivals[product]?.isEmpty == true { arrivals[product] = nil }
  }

  mutating func nextQuestion() -> Int {
    asked += 1
    return asked
  }

  /// True if no later question about a customer was answered yet; from now on this one was.
  mutating func isNewest(_ question: Int, about customer: EvidenceCustomer) -> Bool {
    guard question > answered[customer] ?? 0 else { return false }
    answered[customer] = question
    return true
  }

  /// True if the answer to a later question about a customer was taken.
  func isAnswered(_ customer: EvidenceCustomer, since question: Int) -> Bool {
    question < answered[customer] ?? 0
  }

  /// The purchases that name no customer, among those that wait and those that the server has
  /// answered about.
  var unnamed: Set<String> {
    var ids = Set((record?.unnamed ?? [:]).keys)
    for entry in queue {
      if case .unnamed(let id)? = entry.transaction?.customer { ids.insert(id) }
    }
    return ids
  }

  init(server: URL) { kept = KeptTexts(server: server.absoluteString) }

  func contains(_ key: String) -> Bool {
    queue.contains { $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// The entries of the next request.
  var next: [PurchaseEntry] {
    let due = queue.filter { refused[$0.key] == nil }
    guard let first = due.first else { return [] }
    guard !alone.contains(first.key) else { return [first] }
    let others = due.dropFirst().filter { !alone.contains($0.key) && $0.goes(with: first) }
    return [first] + others.prefix(19)
  }
}

/// Offers that the server has signed with a placement's answer.
struct AheadOffers: Sendable {
  var offers: [SignedOffer]
  /// The time of receipt, by the running clock.
  var received: Duration
  var visitor: VisitorIds

  /// How long a signature is used: Apple takes it for 24 hours, by its own clock.
  static let life = Duration.seconds(3600)
}

/// The state of purchases that an earlier run stored. A class, as ``StoredState``.
final class StoredPurchases: Sendable {
  let queue: [PurchaseEntry]
  let record: CustomerRecord?
  let kept: KeptTexts?
  let accounts: Set<UUID>?
  let grants: ProductGrants?
  let facts: StoreFacts?
  /// Files of purchases that this version cannot read: they stay, for one that can.
  let unreadable: [String]

  static let accountsFile = "accounts"

  init(_ storage: any Storage) {
    var (queue, unreadable) = ([PurchaseEntry](), [String]())
    for name in (try? storage.names(from: PurchaseEntry.prefix)) ?? [] {
      if let entry = storage.readable(PurchaseEntry.self, at: name) {
        queue.append(entry)
      } else {
        unreadable.append(name)
      }
    }
    (self.queue, self.unreadable) = (queue, unreadable)
    record = storage.value(CustomerRecord.self, at: CustomerRecord.file)
    kept = storage.value(KeptTexts.self, at: KeptTexts.file)
    accounts = storage.value(Set<UUID>.self, at: Self.accountsFile)
    grants = storage.value(ProductGrants.self, at: ProductGrants.file)
    facts = storage.value(StoreFacts.self, at: StoreFacts.file)
  }
}
