package import PaywallCatalog
import PaywallTextCoding
import Subscribers

// Entitlements of customers, reported as they change. The state that was reported last is stored,
// so that the state before an event is always the one after the event before.
extension LedgerTables {
  /// Brings the customers whom a fact may concern up to the moment before it.
  ///
  /// - Parameters:
  ///   - name: of the customer whom the fact names.
  ///   - last: what time has changed until then is told; what it changed since is part of the fact.
  /// - Returns: the members who have seats of the chain.
  mutating func settleEntitlements(
    of chain: PurchaseChainRow, named name: String?, until last: Timestamp, at now: Timestamp
  ) throws -> [SeatedMember] {
    guard let snapshot = try webhookProducts() else { return [] }
    try settleEntitlements(of: chain.owner, until: last, at: now, in: snapshot)
    let seated = try seatedMembers(of: chain)
    for (_, member) in seated {
      try settleEntitlements(of: member, until: last, at: now, in: snapshot)
    }
    guard let name, !name.isEmpty, chain.owner.appTransactionId?.hasSameUTF8(as: name) != true,
      let other = try customer(appTransactionId: name, in: chain.environment)
    else { return seated }
    try settleEntitlements(of: other, until: last, at: now, in: snapshot)
    return seated
  }

  /// Reports the changes that time alone has made since the last event of a customer. A new
  /// customer begins with the present state, which is not reported.
  mutating func settleEntitlements(
    of customer: CustomerRow, until last: Timestamp, at now: Timestamp, in snapshot: Snapshot
  ) throws {
    let held = try entitlementState(of: customer.number)
    if let held, held.nextAt.map({ $0 > last }) ?? true { return }
    let history = try entitledHistory(of: customer)
    guard var state = held else {
      return try put(EntitlementState(history, at: now, in: snapshot), of: customer.number)
    }
    let moments = history.entitlementMoments(in: snapshot)
    while let due = state.nextAt, due <= last {
      let next = EntitlementState(history, at: due, in: snapshot)
      if let moment = moments.last(where: { $0.at <= due }) {
        try add(.time(moment, at: due), of: customer, from: state, to: next, at: now)
      }
      state = next
    }
    try put(state, of: customer.number)
  }

  /// Tells what a fact has changed for the owner of its chain. A customer whom the chain has left is
  /// told nothing: it is the same person, or a member of the family who goes on having it.
  ///
  /// - Parameters:
  ///   - held: the chain before the fact.
  ///   - seated: the members who have seats of the chain.
  mutating func noteEntitlements(
    of chain: PurchaseChainRow, heldAs held: PurchaseChainRow, _ seated: [SeatedMember],
    _ change: EntitlementChange, at now: Timestamp, isHistory: Bool
  ) throws {
    guard let snapshot = try webhookProducts() else { return }
    if held.owner.number != chain.owner.number, let former = try customer(held.owner.number) {
      try put(entitlementState(of: former, at: now, in: snapshot), of: former.number)
    }
    try tell(
      change, of: chain.owner, entitlementState(of: chain.owner, at: now, in: snapshot), at: now,
      isHistory: isHistory)
    for (claim, member) in seated {
      try tell(
        change.through(claim), of: member, entitlementState(of: member, at: now, in: snapshot),
        at: now, isHistory: isHistory)
    }
  }

  /// Writes a change of what customers may use, and tells it.
  mutating func changeEntitlements(
    of customers: [CustomerRow], by change: EntitlementChange, at now: Timestamp,
    isHistory: Bool = false, _ write: (inout Self) throws -> Void
  ) throws {
    let snapshot = try webhookProducts()
    if let snapshot {
      for customer in customers {
        try settleEntitlements(of: customer, until: now, at: now, in: snapshot)
      }
    }
    try write(&self)
    guard let snapshot else { return }
    for customer in customers {
      try tell(
        change, of: customer, entitlementState(of: customer, at: now, in: snapshot), at: now,
        isHistory: isHistory)
    }
  }

  /// The same of renewal info; without a transaction there is nothing to tell.
  mutating func noteEntitlements(
    of chain: PurchaseChainRow, heldAs held: PurchaseChainRow, _ seated: [SeatedMember],
    by renewal: RenewalFact, at now: Timestamp, isHistory: Bool
  ) throws {
    guard try webhookProducts() != nil,
      let newest = try transactions(in: chain).newest(ofChain: chain.originalTransactionId)
    else { return }
    try noteEntitlements(
      of: chain, heldAs: held, seated, EntitlementChange(by: renewal, of: newest), at: now,
      isHistory: isHistory)
  }

  /// Stores the state of a customer, and tells it if it is another one.
  mutating func tell(
    _ change: EntitlementChange, of customer: CustomerRow, _ state: EntitlementState,
    at now: Timestamp, isHistory: Bool = false
  ) throws {
    let held = try entitlementState(of: customer.number)
    guard state != held else { return }
    try put(state, of: customer.number)
    try add(change, of: customer, from: held, to: state, at: now, isHistory: isHistory)
  }

  /// Writes the event of a change, if there is one.
  private mutating func add(
    _ change: EntitlementChange, of customer: CustomerRow, from held: EntitlementState?,
    to state: EntitlementState, at now: Timestamp, isHistory: Bool = false
  ) throws {
    let before = held?.entitlements ?? EntitlementState.nothing
    guard before != state.entitlements else { return }
    var (owner, cause) = (customer.number, nil as PurchaseChainRow.Number?)
    if case .transaction(let fact) = change.basis {
      guard
        let chain = try chain(
          originalTransactionId: fact.originalTransactionId, in: customer.environment)
      else { return }
      (owner, cause) = (chain.owner.number, chain.number)
    }
    try add(
      WebhookEvent(change, from: before, to: state.entitlements, of: customer), of: owner,
      by: cause, oldest: WebhookEvent.oldest(at: now, isHistory: isHistory), at: now)
  }

  /// The purchases, the given access and the seats of a customer.
  func entitledHistory(of customer: CustomerRow) throws -> CustomerHistory {
    var history = try purchaseHistory(of: customer, chains(of: customer.number))
    history.access = try access(of: customer.number)
    history.seats = try heldSeats(of: customer.number)
    return history
  }

  func entitlementState(
    of customer: CustomerRow, at now: Timestamp, in snapshot: Snapshot
  ) throws -> EntitlementState {
    EntitlementState(try entitledHistory(of: customer), at: now, in: snapshot)
  }
}

// The timer, of which one runs over all nodes.
extension Ledger {
  /// Whether time alone may have changed entitlements, or customers have not been looked at since
  /// the products changed.
  package func hasDueEntitlements(at now: Timestamp) async throws(LedgerFailure) -> Bool {
    try await read(.request) { tables in
      guard try tables.webhookProducts() != nil else { return false }
      guard try tables.customersWithDueEntitlements(at: now, limit: 1).isEmpty else { return true }
      return try tables.job(EntitlementState.job)?.progress != EntitlementState.visitedAll
    }
  }

  /// Tells what time alone has changed of some customers, looks at some since the products changed,
  /// and takes or renews the claim.
  ///
  /// - Parameters:
  ///   - claim: of `EntitlementState.job`.
  ///   - limit: of customers.
  /// - Returns: whether there may be more; `false` if another process does it.
  package func tellDueEntitlements(
    by claim: JobClaim, limit: Int, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool {
    try await write([.job(claim.job)]) { tables in
      guard let snapshot = try tables.webhookProducts(),
        let state = try tables.claim(claim, at: now)
      else { return false }
      let due = try tables.customersWithDueEntitlements(at: now, limit: limit)
      for customer in try due.compactMap({ try tables.customer($0) }) {
        try tables.settleEntitlements(of: customer, until: now, at: now, in: snapshot)
      }
      guard due.count < limit else { return true }
      guard state.progress != EntitlementState.visitedAll else { return false }
      let visited = try tables.customers(
        after: state.progress.flatMap { Int64($0) } ?? 0, limit: limit)
      for customer in try visited.compactMap({ try tables.customer($0) }) {
        try tables.visit(customer, at: now, in: snapshot)
      }
      var row = try tables.job(claim.job) ?? JobRow(name: claim.job)
      row.progress = visited.last.map { "\($0)" } ?? EntitlementState.visitedAll
      try tables.put(row)
      return !visited.isEmpty
    }
  }
}

extension StoredTables {
  fileprivate mutating func visit(
    _ customer: CustomerRow, at now: Timestamp, in snapshot: Snapshot
  ) throws {
    try settleEntitlements(of: customer, until: now, at: now, in: snapshot)
    let history = try entitledHistory(of: customer)
    guard let newest = history.entitlementMoments(in: snapshot).last else { return }
    try tell(
      .configuration(newest.basis, at: now), of: customer,
      EntitlementState(history, at: now, in: snapshot), at: now)
  }

  /// Keeps the products by which entitlements are told; after a change every customer is looked at.
  mutating func setWebhookProducts(_ products: [Product]) throws {
    let wanted = Dictionary(products.map { ($0.id, $0.entitling) }) { first, _ in first }
    guard try webhookProducts()?.products ?? [:] != wanted else { return }
    try put(webhookProducts: wanted.values.sorted(byUTF8: \.id))
    guard var row = try job(EntitlementState.job) else { return }
    row.progress = nil
    try put(row)
  }
}
