import Foundation
import PaywallTextCoding

// The requests to `/v1/transactions`.
extension Paywalls {
  /// Sends a batch that belongs to one visitor.
  ///
  /// - Returns: the problems of what the server left out, by the keys of entries.
  func post(
    _ batch: [PurchaseEntry]
  ) async -> Result<[String: ServerProblem], NetworkFailure> {
    guard let visitor, let first = batch.first else { return .failure(.taskCancelled) }
    let scope = scope(of: visitor)
    // An entry sent alone brings nothing that could be refused instead of the text.
    let user = purchases.alone.contains(first.key) ? nil : Self.linked(first.who, batch)
    let texts = batch.map(\.evidence)
    let question = purchases.nextQuestion()
    let result = await post(
      PurchaseEvidence(
        transactions: texts.flatMap(\.transactions), renewalInfo: texts.flatMap(\.renewalInfo),
        appTransaction: first.texts?.appTransaction),
      of: first.who, in: first.transaction?.environment, as: scope, user: user)
    switch result {
    case .failure(let failure): return .failure(failure)
    case .success(let answer):
      let leftOut = answer.leftOut(of: batch)
      let isOther = purchases.queue.contains { $0.key == first.key && $0.isOfOtherAccount == true }
      if let customer = answer.customer, !isOther {
        adopt(
          customer, about: first.customer,
          holding: batch.filter { leftOut[$0.key] == nil }.compactMap(\.transaction),
          asked: CustomerRecord.owner(visitor, scope), question)
      }
      return .success(leftOut)
    }
  }

  /// - Parameters:
  ///   - who: the visitor in the request; `nil` without ids.
  ///   - scope: the purchases that the answer must hold.
  ///   - user: the user to link with the customer.
  func post(
    _ evidence: PurchaseEvidence, of who: VisitorIdentity?, in environment: String?,
    as scope: AccountScope, user: String? = nil
  ) async -> Result<ReportAnswer, NetworkFailure> {
    var attributes = who?.attributes ?? [:]
    if let environment, environment != "production" {
      attributes["environment"] = .string(environment)
    }
    attributes["appAccountToken"] = scope.attribute.map { .string($0) }
    let id = visitor?.userId ?? visitor?.anonymousId ?? ""
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
      guard let answer = ReportAnswer(response.body, of: id, at: now) else {
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
    // A purchase that comes while the history is read is not in it.
    let before = purchases.unnamed
    let held = Task { await StoreHistory(of: store) }
    guard let history = await held.value(within: .seconds(5), clock) else { return deliverSoon() }
    let newest = Set(history.evidence.transactions)
    forgetOtherAccount(history, of: before)
    for transaction in history.transactions
    where newest.contains(transaction.jws) || transaction.revoked != nil || transaction.isUpgraded {
      let isKept = purchases.kept.holds(transaction.key, in: transaction.environment)
      if !isKept, transaction.isVerified { await take(transaction) }
    }
    let asked = purchases.asked
    await deliver()
    guard purchases.queue.isEmpty || purchases.failure == nil else { return }
    // The answer to a report already says it.
    for (customer, part) in history.customers
    where !part.renewals.isEmpty || !purchases.isAnswered(customer, since: asked) {
      if let failure = await refresh(part, of: customer), failure.isOfEveryRequest { return }
    }
  }

  /// Removes purchases of another Apple Account, which may have signed in on the device since. One
  /// that names no customer is this account's if the store holds it. A store that holds nothing may
  /// only be about to start: for a day that is no sign.
  ///
  /// - Parameter known: the purchases that name no customer, from before the history was read.
  private func forgetOtherAccount(_ history: StoreHistory, of known: Set<String>) {
    learnAccount(history.app?.id)
    guard let visitor else { return }
    var record = customerRecord(of: visitor)
    if history.isEmpty {
      let since = min(record.silentSince ?? now.date, now.date)
      record.silentSince = since
      guard now.date >= since.addingTimeInterval(StoreHistory.loading) else { return keep(record) }
    } else {
      record.silentSince = nil
    }
    let held = Set(history.transactions.map { String($0.originalId) })
    record.unnamed = record.unnamed?.filter { purchase, _ in
      held.contains(purchase) || !known.contains(purchase)
    }
    // An earlier version did not say whom its answer is about.
    if record.appTransactionId == nil, !history.namesCustomer, record.customer.asOf != nil {
      record.forgetNamed()
    }
    record.trust(history.transactions, at: now.date)
    var isChanged = record != purchases.record
    keep(record)
    for (index, entry) in purchases.queue.enumerated() {
      guard case .unnamed(let purchase)? = entry.transaction?.customer, known.contains(purchase)
      else { continue }
      // The purchase's own account may be back.
      let isOther = held.contains(purchase) ? nil : true
      guard entry.isOfOtherAccount != isOther else { continue }
      purchases.queue[index].isOfOtherAccount = isOther
      isChanged = true
      guard purchases.onDisk.contains(entry.key) else { continue }
      storage.write(configuration.advanced.log) { [entry = purchases.queue[index]] in
        try $0.keep(entry, at: entry.file)
      }
    }
    if isChanged { publishCustomer() }
  }

  /// Notes the customer of the Apple Account on this device: nothing of another one stays.
  func learnAccount(_ id: String?) {
    guard let id else { return }
    if purchases.facts.appTransactionId != id {
      purchases.facts.appTransactionId = id
      keepFacts()
    }
    guard let other = purchases.record?.appTransactionId, other != id else { return }
    purchases.record = nil
    storage.write(configuration.advanced.log) { try $0.remove(CustomerRecord.file) }
    publishCustomer(isOther: true)
  }

  /// - Parameter history: the history of this customer alone.
  /// - Returns: why there is no answer; `nil` also if nothing had to be asked.
  private func refresh(
    _ history: StoreHistory, of customer: EvidenceCustomer
  ) async -> NetworkFailure? {
    // The server may be faster with this question than with an earlier report, which would then be passed
    // over.
    while let sending = purchases.sending { await sending.value }
    guard let visitor else { return nil }
    let (evidence, _) = history.evidence(lacking: purchases.kept, boundTo: nil)
    let anchor = history.transactions.first { $0.jws == evidence.transactions.first }
    // A customer who never had anything is not asked about.
    guard anchor != nil || purchases.record?.whole.hasNothing == false else { return nil }
    let scope = scope(of: visitor)
    let question = purchases.nextQuestion()
    let who = anchor.map { buyer(of: $0) } ?? identity(of: visitor, in: history.environment)
    let answer: ReportAnswer
    switch await post(
      evidence, of: who, in: anchor?.environment ?? history.environment, as: scope)
    {
    case .success(let said): answer = said
    case .failure(let failure): return failure
    }
    if answer.leftOut.isEmpty, let environment = history.environment {
      purchases.kept.add(history.keys(of: evidence), in: environment)
      keepKept()
    }
    if let found = answer.customer {
      // A long history is sent in parts.
      let held = history.transactions.filter {
        purchases.kept.holds($0.key, in: $0.environment)
      }
      adopt(
        found, about: customer, holding: held,
        asked: CustomerRecord.owner(visitor, scope), question)
      publishCustomer()
    }
    return nil
  }
}

extension NetworkFailure {
  /// True if another request now would fail too: the server does not answer, or asks for a pause.
  fileprivate var isOfEveryRequest: Bool {
    switch self {
    case .timedOut, .unreachable, .tooManyRequests, .paused, .taskCancelled: true
    case .refused, .unavailable, .notUnderstood, .redirected: false
    }
  }
}
