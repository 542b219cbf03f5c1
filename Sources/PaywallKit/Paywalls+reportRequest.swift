import Foundation
import PaywallCatalog
import PaywallTextCoding

// Requests of `/v1/transactions`.
extension Paywalls {
  /// Sends a batch of one visitor's.
  ///
  /// - Returns: what the server left out, by the keys of entries.
  func post(
    _ batch: [PurchaseEntry]
  ) async -> Result<[String: ServerProblem], NetworkFailure> {
    guard let visitor, let first = batch.first else { return .failure(.cancelled) }
    let scope = scope(of: visitor)
    // Alone, without anything that could be refused instead of the text.
    let user = purchases.alone.contains(first.key) ? nil : Self.linked(first.who, batch)
    let texts = batch.map(\.evidence)
    let question = purchases.nextQuestion()
    let result = await post(
      Evidence(
        transactions: texts.flatMap(\.transactions), renewalInfo: texts.flatMap(\.renewalInfo),
        appTransaction: first.texts?.appTransaction),
      of: first.who, in: first.transaction?.environment, as: scope, user: user)
    switch result {
    case .failure(let failure): return .failure(failure)
    case .success(let answer):
      if let customer = answer.customer {
        adopt(
          customer, about: first.customer, asked: CustomerRecord.owner(visitor, scope), question)
      }
      return .success(answer.leftOut(of: batch))
    }
  }

  /// - Parameters:
  ///   - who: as whom; `nil` without ids.
  ///   - scope: whose purchases the answer is to hold.
  ///   - user: to be linked with the customer.
  func post(
    _ evidence: Evidence, of who: VisitorIdentity?, in environment: String?,
    as scope: AccountScope, user: String? = nil
  ) async -> Result<ReportAnswer, NetworkFailure> {
    var attributes = who?.attributes ?? [:]
    if let environment, environment != "production" {
      attributes["environment"] = .string(environment)
    }
    attributes["appAccountToken"] = scope.attribute.map { .string($0) }
    let body = JSONText { json in
      json.raw("{")
      json.attributes(attributes)
      json.member("userId", user)
      json.member("userProof", who?.userProof)
      json.evidence(evidence)
      json.raw("}")
    }
    do throws(NetworkFailure) {
      let response = try await endpoint.post("v1/transactions", body)
      updateTime(from: response)
      guard let answer = ReportAnswer(response.body) else {
        throw .notUnderstood("The answer to transactions cannot be read.")
      }
      return .success(answer)
    } catch {
      return .failure(error)
    }
  }

  /// The user to link: one whose id is the account of a transaction.
  private static func linked(_ who: VisitorIdentity?, _ batch: [PurchaseEntry]) -> String? {
    guard let user = who?.userId, let account = UUID(uuidString: user),
      batch.contains(where: { $0.transaction?.appAccountToken == account })
    else { return nil }
    return user
  }

  /// Reports what the server lacks of all that the store holds, and asks what the customer has.
  func reconcile() async {
    guard let store = configuration.store, await ready(within: StorageQueue.timeout) != nil else {
      return
    }
    let held = Task { await StoreHistory(of: store) }
    guard let history = await held.value(within: .seconds(5), clock) else { return deliverSoon() }
    let newest = Set(history.evidence.transactions)
    forgetOtherAccount(history)
    if purchases.record?.asOf == nil { await trustStore(store) }
    for transaction in history.transactions
    where newest.contains(transaction.jws) || transaction.revoked != nil || transaction.isUpgraded {
      let isKept = purchases.kept.holds(transaction.key, in: transaction.environment)
      if !isKept, transaction.isVerified { await take(transaction) }
    }
    let wasWaiting = !purchases.queue.isEmpty
    await deliver()
    guard purchases.queue.isEmpty || purchases.failure == nil else { return }
    // The answer to a report says it already.
    let customers = history.customers
    if wasWaiting, purchases.record != nil, history.renewals.isEmpty, customers.count < 2 { return }
    for (customer, part) in customers { await refresh(part, of: customer) }
  }

  /// Another Apple Account may have signed in on the device since.
  private func forgetOtherAccount(_ history: StoreHistory) {
    learnAccount(history.app?.id)
    guard var record = purchases.record else { return }
    // A purchase that has a name by now is in the answer about that customer.
    let unnamed = Set(history.transactions.map(\.customer))
    record.unnamed = record.unnamed?.filter { unnamed.contains(.unnamed($0.key)) }
    guard record != purchases.record else { return }
    purchases.record = record
    storage.write(configuration.log) { [record] in try $0.keep(record, at: CustomerRecord.file) }
    publishCustomer(isOther: true)
  }

  /// The customer of the Apple Account on this device: nothing of another one stays.
  func learnAccount(_ id: String?) {
    guard let id else { return }
    if purchases.facts.appTransactionId != id {
      purchases.facts.appTransactionId = id
      keepFacts()
    }
    guard let other = purchases.record?.appTransactionId, other != id else { return }
    purchases.record = nil
    storage.write(configuration.log) { try $0.remove(CustomerRecord.file) }
    publishCustomer(isOther: true)
  }

  /// Until the server has said what the visitor has.
  private func trustStore(_ store: any PurchaseStore) async {
    let task = Task { await store.currentEntitlements() }
    let asked = visitor
    guard let local = await task.value(within: StorageQueue.timeout, clock), asked == visitor,
      purchases.record?.asOf == nil
    else { return }
    purchases.record = nil
    purchases.local = local
    publishCustomer()
  }

  /// - Parameter history: of this customer alone.
  private func refresh(_ history: StoreHistory, of customer: EvidenceCustomer) async {
    guard let visitor else { return }
    let (evidence, _) = history.evidence(lacking: purchases.kept, boundTo: nil)
    let anchor = history.transactions.first { $0.jws == evidence.transactions.first }
    // Who never had anything is not asked about.
    guard anchor != nil || purchases.record?.whole.hasNothing == false else { return }
    let scope = scope(of: visitor)
    let question = purchases.nextQuestion()
    let who = anchor.map { buyer(of: $0) } ?? identity(of: visitor, in: history.environment)
    let result = await post(
      evidence, of: who, in: anchor?.environment ?? history.environment, as: scope)
    guard case .success(let answer) = result else { return }
    if answer.leftOut.isEmpty, let environment = history.environment {
      purchases.kept.add(history.keys(of: evidence), in: environment)
      keepKept()
    }
    if let wire = answer.customer {
      adopt(
        wire, about: customer, asked: CustomerRecord.owner(visitor, scope), question)
      publishCustomer()
    }
  }
}
