package import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

extension MemoryLedger {
  package func persons<Reducer: PersonReducer>(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp,
    reducing reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer> {
    try read { tables in
      try tables.persons(
        of: experiment, phase: phase, in: environment, until: end, reducing: reducer)
    }
  }
}

extension MemoryLedger {
  package func newPurchases(
    _ question: NewPurchases.Question, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [NewPurchases] {
    try read { $0.newPurchases(question, in: environment) }
  }
}

extension MemoryTables {
  func newPurchases(
    _ question: NewPurchases.Question, in environment: AppStoreEnvironment
  ) -> [NewPurchases] {
    let named = Set(links.filter { $0.key.environment == environment }.flatMap(\.value))
      .union(sightings.values.map(\.customer))
      .union(
        chainsOfToken.values.flatMap { $0 }.compactMap { chains[$0]?.row.owner.number })
    var counts: [NewPurchases: Int] = [:]
    for chain in chains.values where chain.row.owner.environment == environment {
      for fact in Purchases(transactions(in: chain.row)).facts {
        let bought = fact.purchaseDate == nil ? nil : fact.boughtAt
        guard
          question.contains(
            productId: fact.productId, at: bought,
            isStart: fact.reason?.known != .renewal, isOwn: fact.isOwn),
          let at = bought
        else { continue }
        counts[
          NewPurchases(
            day: Int64(at.dayNumber), isNamed: named.contains(chain.row.owner.number), count: 0),
          default: 0] += 1
      }
    }
    return counts.map { NewPurchases(day: $0.key.day, isNamed: $0.key.isNamed, count: $0.value) }
  }

  func identities(in environment: AppStoreEnvironment) -> PhaseIdentities {
    var identities = PhaseIdentities()
    for (user, customers) in links where user.environment == environment {
      for customer in customers { identities.add(link: user.id.text, to: customer) }
    }
    for (token, held) in chainsOfToken where token.environment == environment {
      for customer in Set(held.compactMap { chains[$0]?.row.owner.number }) {
        identities.add(token: token.id.text, of: customer)
      }
    }
    for (user, rows) in aliases where user.environment == environment {
      for row in rows {
        identities.add(row)
        let records = records(of: row.anonymousId, in: environment)
        if records.contains(where: { $0.origin == .userId }) {
          identities.add(recordedUser: row.anonymousId)
        }
      }
    }
    for (key, row) in sightings where key.environment == environment { identities.add(row) }
    for customer in setAsideCustomers { identities.add(setAside: customer) }
    for (account, members) in customersOfAccount {
      for customer in members { identities.add(customer, in: account) }
    }
    return identities
  }

  func eachExposed(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp,
    _ identities: PhaseIdentities, _ body: (ExposedRow) throws -> Void
  ) throws -> ExposedNames {
    var names = ExposedNames()
    for row in exposed(of: experiment, phase: phase, where: { $0 == environment }) {
      guard let at = row.renderedAt, let came = row.exposedAt, came <= end else { continue }
      let assignment = row.assignment
      let isKnown = identities.isKnown(assignment.unit)
      try body(
        ExposedRow(
          variant: names.number(ofVariant: assignment.variant),
          placement: names.number(ofPlacement: row.placement ?? ""), at: at,
          isConflict: row.isConflict, isHeldOut: row.isHeldOut,
          dimensions: row.details?.dimensions,
          known: isKnown
            ? ExposedRow.Known(
              unit: assignment.unit, unitKind: assignment.unitKind, origin: row.origin,
              recordedAt: assignment.recordedAt)
            : nil))
    }
    return names
  }

  func exposedUnits(
    of experiment: String, phase: Int, outside environment: AppStoreEnvironment
  ) -> Int {
    exposed(of: experiment, phase: phase, where: { $0 != environment }).count
  }

  private func exposed(
    of experiment: String, phase: Int, where isIn: (AppStoreEnvironment) -> Bool
  ) -> [RecordRow] {
    records.filter { isIn($0.key.environment) }.values.flatMap { $0 }.filter { row in
      row.exposures > 0 && row.assignment.phase == phase
        && UTF8Key(row.assignment.experiment) == UTF8Key(experiment)
    }
  }

  func factArrival(in environment: AppStoreEnvironment) -> FactArrival? {
    let newest = texts.filter {
      $0.new.kind == .notification && $0.new.environment == environment
    }.suffix(Int(FactArrival.sample) + 1)
    guard let first = newest.first, let last = newest.last else { return nil }
    return FactArrival(
      newest: last.receivedAt, earlier: first.receivedAt, count: Int64(newest.count - 1))
  }

  mutating func add(_ event: RenewalEvent, to chain: PurchaseChainRow) {
    chains[chain.number]?.renewalEvents.insert(event)
  }

  func renewalEvents(in chain: PurchaseChainRow) -> [RenewalEvent] {
    Array(chains[chain.number]?.renewalEvents ?? [])
  }
}
