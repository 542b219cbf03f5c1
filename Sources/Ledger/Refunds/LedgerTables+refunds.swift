import AppStore
package import PaywallCatalog
import PaywallTextCoding
package import Subscribers

/// The rows of requests for refunds, of Apple's decisions and of reports. Rows of a purchase chain
/// go with it, and the report on a customer with the customer.
package protocol RefundTables {
  /// A request of the same notification changes nothing.
  mutating func add(_ refundCase: RefundCase, in chain: PurchaseChainRow?) throws
  /// Writes state, basis, time and failures of the request of a notification.
  mutating func update(_ refundCase: RefundCase) throws
  /// Returns the case without decisions, as all of these do.
  func refundCase(notification: String) throws -> RefundCase?
  func refundCases(after number: Int64, limit: Int) throws -> [RefundCase]
  func refundCases(in chain: PurchaseChainRow) throws -> [RefundCase]

  /// The same decision of a transaction changes nothing.
  mutating func add(
    _ decision: RefundDecision, on transactionId: String, in chain: PurchaseChainRow) throws
  /// In any order.
  func refundDecisions(
    on transactionId: String, in chain: PurchaseChainRow
  ) throws -> [RefundDecision]

  mutating func put(_ report: ConsumptionReport, in chain: PurchaseChainRow) throws
  mutating func put(_ report: ConsumptionReport, of customer: CustomerRow.Number) throws
  func report(on transactionId: String, in chain: PurchaseChainRow) throws -> ConsumptionReport?
  func report(of customer: CustomerRow.Number) throws -> ConsumptionReport?
}

extension LedgerTables {
  /// Keeps the part of a notification about refunds: a request, which is due at once, or a
  /// decision. A request that came late is opened too, so that its refusal is recorded.
  mutating func keepRefund(
    _ notification: Notification, in chain: PurchaseChainRow?, at now: Timestamp
  ) throws {
    let fact = notification.fact
    if notification.type == "CONSUMPTION_REQUEST" {
      return try add(
        RefundCase(
          notification: notification.uuid, environment: notification.environment,
          transactionId: fact?.transactionId, originalTransactionId: chain?.originalTransactionId,
          reason: RefundRequestReason(notification.consumptionRequestReason),
          requestedAt: notification.signedDate ?? now, receivedAt: now), in: chain)
    }
    guard let kind = RefundDecision.Kind(notificationType: notification.type), let chain, let fact
    else { return }
    try add(
      RefundDecision(
        kind, at: notification.signedDate ?? now,
        share: kind == .granted ? fact.returnedInAll.thousandthsOfPercent : nil),
      on: fact.transactionId, in: chain)
  }

  /// Stores a report; see `Ledger.keep`.
  package mutating func keep(
    _ report: ConsumptionReport, of name: CustomerName, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) throws -> ReportOutcome {
    let owners = try owners(of: name, in: environment)
    guard !owners.isEmpty else { return .unknownCustomer }
    guard let id = report.transactionId else {
      guard let owner = owners.first, owners.count == 1 else {
        return .severalCustomers(owners.count)
      }
      try put(report, of: owner.number)
      return .kept(
        requests: try chains(of: owner.number).reduce(0) { count, chain in
          try count + makeDue(refundCases(in: chain), at: now)
        })
    }
    for chain in try owners.flatMap({ try chains(of: $0.number) }) {
      guard let fact = try transaction(id, in: chain) else { continue }
      let isRenewing = fact.kind(in: nil) == .autoRenewable
      guard report.consumptionPercentage == nil || !isRenewing else { return .shareOfSubscription }
      try put(report, in: chain)
      let cases = try refundCases(in: chain).filter {
        $0.transactionId.map { $0.hasSameUTF8(as: id) } ?? false
      }
      return .kept(requests: try makeDue(cases, at: now))
    }
    return .unknownTransaction
  }

  /// Opens what was refused for want of consent while Apple still waits.
  ///
  /// - Returns: the number of those that can be answered.
  private mutating func makeDue(_ cases: [RefundCase], at now: Timestamp) throws -> Int {
    var count = 0
    for var each in cases where now < RefundDeadline.answer(to: each.requestedAt) {
      if case .refused(.noConsent, _) = each.state {
        each.state = .open
        each.basis = nil
      }
      guard each.isOpen else { continue }
      // A wait between calls that failed goes on.
      if each.attempts == 0 { each.dueAt = now }
      try update(each)
      count += 1
    }
    return count
  }

  package mutating func settle(
    _ notification: String, as state: RefundCase.State, on basis: RefundBasis, failure: String?
  ) throws -> Bool {
    guard var held = try refundCase(notification: notification), held.isOpen else { return false }
    held.state = state
    held.basis = basis
    if let failure { held.lastFailure = failure }
    try update(held)
    try noteWebhook(held)
    return true
  }

  fileprivate func pending(_ refundCase: RefundCase) throws -> PendingRefundCase {
    let complete = try complete(refundCase)
    guard let id = refundCase.transactionId, let chain = try chain(of: refundCase) else {
      return PendingRefundCase(refundCase: complete)
    }
    let reports = [try report(on: id, in: chain), try report(of: chain.owner.number)]
    return PendingRefundCase(refundCase: complete, reports: reports.compactMap(\.self))
  }

  /// Adds the decisions since the request and before the next one of the same purchase.
  fileprivate func complete(_ refundCase: RefundCase) throws -> RefundCase {
    guard let id = refundCase.transactionId, let chain = try chain(of: refundCase) else {
      return refundCase
    }
    let next = try refundCases(in: chain).filter {
      ($0.transactionId.map { $0.hasSameUTF8(as: id) } ?? false)
        && $0.requestedAt > refundCase.requestedAt
    }.map(\.requestedAt).min()
    var complete = refundCase
    complete.decisions = try decisions(on: id, in: chain).filter { decision in
      decision.at >= refundCase.requestedAt && next.map { decision.at < $0 } ?? true
    }
    return complete
  }

  /// Returns decisions by time; those on copies of the purchase once.
  private func decisions(on id: String, in chain: PurchaseChainRow) throws -> [RefundDecision] {
    let all = try purchases(in: chain).ids(ofCopiesOf: id).flatMap { copy in
      try refundDecisions(on: copy, in: chain).map { (copy: copy, decision: $0) }
    }.sorted { $0.decision.at < $1.decision.at }
    return all.indices.filter { place in
      guard place > 0 else { return true }
      let (own, last) = (all[place], all[place - 1])
      return own.decision.kind != last.decision.kind || own.copy.hasSameUTF8(as: last.copy)
    }.map { all[$0].decision }
  }

  private func chain(of refundCase: RefundCase) throws -> PurchaseChainRow? {
    try refundCase.originalTransactionId.flatMap {
      try chain(originalTransactionId: $0, in: refundCase.environment)
    }
  }

  /// Moves the report on a provisional customer to the one that Apple names, unless that one has a
  /// newer report.
  mutating func moveReport(
    of provisional: CustomerRow.Number, to customer: CustomerRow.Number
  ) throws {
    guard let moved = try report(of: provisional) else { return }
    if let held = try report(of: customer), held.reportedAt > moved.reportedAt { return }
    try put(moved, of: customer)
  }
}

extension RefundRequestReason {
  init(_ reason: OpenEnum<ConsumptionRequestReason>?) {
    self =
      switch reason?.known {
      case .unintendedPurchase: .unintendedPurchase
      case .fulfillmentIssue: .fulfillmentIssue
      case .unsatisfiedWithPurchase: .unsatisfiedWithPurchase
      case .legal: .legal
      case .other: .other
      case nil: .unknown
      }
  }
}

extension Ledger {
  /// Open requests that are due, those with the earliest deadline first.
  package func dueRefundCases(
    at now: Timestamp, limit: Int
  ) async throws(LedgerFailure) -> [PendingRefundCase] {
    try await read(.list) { tables in
      try tables.openRefundCases(dueAt: now, limit: limit).map { try tables.pending($0) }
    }
  }

  /// Requests in the order in which they came: at most `limit` with a number greater than `number`.
  package func refundCases(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [RefundCase] {
    try await read(.list) { tables in
      try tables.refundCases(after: number, limit: limit).map { try tables.complete($0) }
    }
  }

  /// Requests with this `notificationUUID`, or for the transaction of this id, in any environment.
  package func refundCases(
    named id: String
  ) async throws(LedgerFailure) -> [PendingRefundCase] {
    try await read(.list) { tables in
      let named = try tables.refundCase(notification: id).map { [$0] } ?? []
      return try (named.isEmpty ? tables.refundCases(ofTransaction: id) : named)
        .sorted { $0.requestedAt < $1.requestedAt }.map { try tables.pending($0) }
    }
  }

  /// The requests for refund information, counted for readiness and metrics.
  package func refundCounts(at now: Timestamp) async throws(LedgerFailure) -> RefundCounts {
    try await read(.list) {
      try $0.refundCounts(lateSince: now.adding(milliseconds: -RefundCounts.memory))
    }
  }

  /// Stores when an open request is looked at next; with a failure, a call failed before.
  package func postpone(
    _ notification: String, until moment: Timestamp, failure: String?
  ) async throws(LedgerFailure) {
    try await write([.refundCase(notification)]) { tables in
      guard var held = try tables.refundCase(notification: notification), held.isOpen else {
        return
      }
      held.dueAt = moment
      if let failure {
        held.attempts += 1
        held.lastFailure = failure
      }
      try tables.update(held)
    }
  }
}
