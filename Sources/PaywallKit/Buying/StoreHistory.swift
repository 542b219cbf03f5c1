import Foundation
import PaywallTextCoding

/// Everything that the App Store holds of the customer on this device.
struct StoreHistory: Sendable {
  var transactions: [StoreTransaction] = []
  var renewals: [StoreRenewal] = []
  var app: StoreAppTransaction?

  init() {}

  init(of store: any PurchaseStore) async {
    async let transactions = store.all()
    async let renewals = store.renewals()
    async let app = store.appTransaction()
    (self.transactions, self.renewals, self.app) = await (transactions, renewals, app)
    addGracePeriods()
  }

  /// Adds each purchase's grace period to its newest transaction.
  private mutating func addGracePeriods() {
    for renewal in renewals {
      guard let end = renewal.graceUntil,
        let newest = transactions.indices.filter({
          transactions[$0].originalId == renewal.originalId
        }).max(by: { transactions[$0].id < transactions[$1].id })
      else { continue }
      transactions[newest].graceUntil = end
    }
  }

  var environment: String? { app?.environment ?? transactions.first?.environment }

  /// True if nothing is known of the customer, not even the name.
  var isEmpty: Bool { transactions.isEmpty && app?.id == nil }

  /// The seconds for which an empty history may be one that the system has not loaded yet.
  static let loading: TimeInterval = 86_400

  /// True if a text names the customer.
  var namesCustomer: Bool {
    app?.id != nil || transactions.contains { $0.appTransactionId != nil }
  }

  /// The history of each customer that the server takes one of its texts for.
  var customers: [(customer: EvidenceCustomer, history: StoreHistory)] {
    let parts = Dictionary(grouping: transactions, by: \.customer)
    var named = StoreHistory()
    named.app = app
    named.transactions = transactions.filter { $0.appTransactionId != nil }
    let id = app?.id ?? named.transactions.first?.appTransactionId
    var customers = [(customer: EvidenceCustomer, history: StoreHistory)]()
    if id != nil { customers.append((.named(id), named)) }
    for (customer, transactions) in parts.sortedByIndex({ $0.value[0].id < $1.value[0].id }) {
      guard case .unnamed = customer else { continue }
      var part = StoreHistory()
      part.transactions = transactions
      customers.append((customer, part))
    }
    return customers.map { customer, history in
      let own = Set(history.transactions.map(\.originalId))
      var history = history
      history.renewals = renewals.filter { own.contains($0.originalId) }
      return (customer, history)
    }
  }

  /// The part that one request may bring: if no text names a customer, one purchase.
  ///
  /// - Parameter account: the account whose purchase is preferred, if there is one.
  func ofOneCustomer(boundTo account: String?) -> StoreHistory {
    let customers = customers
    guard customers.count > 1, case .unnamed = customers[0].customer else { return self }
    let bound = transactions.filter { $0.appAccountToken?.uuidString.lowercased() == account }
      .max { $0.purchased < $1.purchased }?.jws
    let anchor = (account == nil ? nil : bound) ?? evidence.transactions.first
    return customers.first { $0.history.transactions.contains { $0.jws == anchor } }?.history
      ?? self
  }

  private var held: HeldEvidence {
    var held = HeldEvidence(appTransaction: app?.jws)
    held.transactions = transactions.map {
      .init(originalId: $0.originalId, purchased: $0.purchased, groupId: $0.group, jws: $0.jws)
    }
    held.renewals = renewals.map { ($0.originalId, $0.jws) }
    return held
  }

  /// The whole selection, see ``HeldEvidence``.
  var evidence: PurchaseEvidence { held.evidence }

  /// The texts that identify the customer, and those that the server lacks.
  ///
  /// - Parameters:
  ///   - kept: the texts that the server has.
  ///   - account: the account that a signature is bound to: its newest transaction is sent too.
  /// - Returns: also whether anything was left out.
  func evidence(
    lacking kept: KeptTexts, boundTo account: String?
  ) -> (evidence: PurchaseEvidence, isPart: Bool) {
    let all = evidence
    guard let environment, let anchor = all.transactions.first else { return (all, false) }
    let bound = transactions.filter { $0.appAccountToken?.uuidString.lowercased() == account }
      .max { $0.purchased < $1.purchased }?.jws
    let keys = Dictionary(transactions.map { ($0.jws, $0.key) }) { first, _ in first }
    var some = all
    some.transactions = all.transactions.filter { jws in
      jws == anchor || account != nil && jws == bound
        || !(keys[jws].map { kept.holds($0, in: environment) } ?? false)
    }
    some.renewalInfo = all.renewalInfo.filter {
      !kept.holds(Fingerprint.short(of: $0), in: environment)
    }
    return (some, some != all)
  }

  /// The keys of texts, for ``KeptTexts``.
  func keys(of evidence: PurchaseEvidence) -> [String] {
    let sent = Set(evidence.transactions)
    return transactions.filter { sent.contains($0.jws) }.map(\.key)
      + evidence.renewalInfo.map { Fingerprint.short(of: $0) }
  }
}
