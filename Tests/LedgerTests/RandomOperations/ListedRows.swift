import Ledger
import PaywallCatalog
import PaywallTextCoding
import Serving
import Subscribers

@testable import AppStore

/// The rows of all tables of a ledger: whole ones, and keys by which `LedgerTables` reads the rest.
/// Row numbers that are a ledger's own are replaced by names in `lines`.
struct ListedRows: Sendable {
  struct Place: Hashable, Sendable {
    var environment: AppStoreEnvironment
    var id: String
  }

  struct Record: Hashable, Sendable {
    var environment: AppStoreEnvironment
    var key: RecordKey
  }

  struct Phase: Hashable, Sendable {
    var environment: AppStoreEnvironment
    var experiment: String
    var number: Int
  }

  var notifications: [String] = []
  var texts: [(subject: TextSubject, entry: LedgerEntry)] = []
  var customers: [CustomerRow.Number] = []
  var links: [(user: Place, customer: CustomerRow.Number)] = []
  var tokens: [(token: String, chain: PurchaseChainRow.Number)] = []
  var grants: [(grant: Grant, holder: GrantHolder, isLate: Bool)] = []
  var attempts: [(nonce: String, grant: Int64, keyId: String, caller: String, moment: String)] = []
  /// Grants of a UTC day.
  var days: [(environment: AppStoreEnvironment, offer: String, day: Int64, count: Int)] = []
  /// Units of records.
  var units: Set<Place> = []
  /// Held-out units.
  var heldOut: Set<Place> = []
  /// Records with rows by placement.
  var placements: Set<Record> = []
  var covariates: [(record: Record, customers: [CustomerRow.Number])] = []
  var exposureIds: [(period: Int64, digest: [UInt8])] = []
  var anonymousIds: Set<Place> = []
  var aliasedUsers: Set<Place> = []
  var sightings: [(environment: AppStoreEnvironment, key: SightingKey)] = []
  var setAside: [CustomerRow.Number] = []
  var conflicts: [(environment: AppStoreEnvironment, event: ConflictEvent)] = []
  /// Purchases with claims of seats.
  var seated: Set<Place> = []
  var remnants: [RemnantNumber] = []
  var hashes: [(hash: [UInt8], remnant: RemnantNumber)] = []
  /// The last numbers of values that are stored once.
  var lastDetails: (dimensions: Int64, served: Int64, reported: Int64) = (0, 0, 0)
  var counted: Set<Place> = []
  var countedDays: Set<Int> = []
  var batches: [(run: String, number: Int64, at: Timestamp)] = []
  var exposedCells: [(key: ErasedCell.Key, persons: Int)] = []
  var erasedPhases: Set<Phase> = []

  /// Every row as a line, in an order that depends on the rows alone.
  func lines(_ tables: some LedgerTables) throws -> [String] {
    let names = try Names(self, tables)
    return try purchases(names, tables) + visitors(names, tables) + results(names, tables)
      + remains(names, tables)
  }
}

extension ListedRows {
  /// The names that replace the numbers of a ledger.
  struct Names {
    var customers: [CustomerRow.Number: String] = [:]
    var chains: [PurchaseChainRow.Number: String] = [:]
    var remnants: [RemnantNumber: String] = [:]

    init(_ rows: ListedRows, _ tables: some LedgerTables) throws {
      for number in rows.customers {
        guard let row = try tables.customer(number) else { continue }
        let own = try tables.chains(of: number)
        for chain in own {
          chains[chain.number] = "\(chain.environment) chain \(chain.originalTransactionId)"
        }
        let unnamed = own.map(\.originalTransactionId).joined(separator: " ")
        customers[number] =
          "\(row.environment) \(row.appTransactionId.map { "customer \($0)" } ?? "of \(unnamed)")"
      }
      for (hash, remnant) in rows.hashes {
        remnants[remnant] = min(remnants[remnant] ?? "~", hash.hexadecimal)
      }
    }

    func customer(_ number: CustomerRow.Number) -> String { customers[number] ?? "nobody" }

    func holder(_ holder: GrantHolder) -> String {
      switch holder {
      case .customer(let number): customer(number)
      case .remnant(let number): "remnant \(remnants[number] ?? "none")"
      case .trusted(let hash): "trusted \(hash.hexadecimal)"
      case .unnamed: "unnamed"
      }
    }

    func subject(_ subject: TextSubject) -> String {
      switch subject {
      case .chain(let number): chains[number] ?? "no chain"
      case .customer(let number): customer(number)
      case .unidentified: "unidentified"
      }
    }
  }

  private func purchases(_ names: Names, _ tables: some LedgerTables) throws -> [String] {
    var lines = notifications.map { "notification \($0)" }
    lines += try seated.flatMap { purchase in
      try tables.seats(of: purchase.id, in: purchase.environment).map {
        "seat \($0.environment) \($0.claim) of \($0.member.map(names.customer) ?? "-")"
      }
    }
    lines += texts.map { subject, entry in
      "text \(entry.kind) \(entry.environment) \(entry.signedDate?.rfc3339 ?? "-") "
        + "\(entry.receivedAt.rfc3339) \(entry.text.payload) of \(names.subject(subject))"
    }
    for number in customers {
      let row = try tables.customer(number)
      lines.append("customer \(names.customer(number)) \(row?.completeAt?.rfc3339 ?? "-")")
      for chain in try tables.chains(of: number) {
        let name = names.chains[chain.number] ?? ""
        lines.append(
          "\(name) of \(names.customer(number)) \(chain.decidedAt?.rfc3339 ?? "-") "
            + "\(chain.hasPurchases)")
        lines += try tables.transactions(in: chain).map { "\(name) \($0)" }
        if let renewal = try tables.renewal(of: chain) { lines.append("\(name) \(renewal)") }
        lines += try tables.renewalEvents(in: chain).map { "\(name) \($0)" }
        for id in Set(try tables.transactions(in: chain).map(\.transactionId)) {
          lines += try tables.refundDecisions(on: id, in: chain).map { "\(name) \(id) \($0)" }
          if let report = try tables.report(on: id, in: chain) { lines.append("\(name) \(report)") }
        }
      }
      lines += try tables.purchaseChanges(of: number, after: 0, limit: .max).enumerated().map {
        "change \($0) of \(names.customer(number)): \($1.purchase)"
      }
      if let report = try tables.report(of: number) {
        lines.append("\(names.customer(number)) \(report)")
      }
      lines += try tables.access(of: number).map {
        "access of \(names.customer(number)) \($0)"
      }
      let postings = try tables.postings(of: number)
      lines += postings.enumerated().map { "posting \($0) of \(names.customer(number)) \($1)" }
      let sums = postings.reduce(into: [:] as [String: Int64]) {
        $0[$1.currency, default: 0] += $1.amount
      }
      let balances = try tables.balances(of: number)
      if balances != sums { lines.append("balances \(balances) are not \(sums)") }
      lines += Set(try tables.users(of: number)).map { "user \($0) of \(names.customer(number))" }
    }
    lines += try tables.refundCases(after: 0, limit: .max).map { each in
      var unnumbered = each
      unnumbered.number = 0
      return "request \(unnumbered)"
    }
    lines += links.map { "link \($0.user) \(names.customer($0.customer))" }
    lines += tokens.map { "token \($0.token) \(names.chains[$0.chain] ?? "none")" }
    lines += grants.map { "grant \($0.grant) \(names.holder($0.holder)) \($0.isLate)" }
    lines += attempts.map { "attempt \($0)" }
    lines += days.map { "day \($0)" }
    return lines.sorted()
  }

  private func visitors(_ names: Names, _ tables: some LedgerTables) throws -> [String] {
    var lines: [String] = []
    for unit in units {
      lines += try tables.records(of: unit.id, in: unit.environment).map {
        "record \(unit.environment) \($0)"
      }
    }
    var phases: [String: (environment: AppStoreEnvironment, unit: HeldOutUnit)] = [:]
    for unit in heldOut {
      for row in try tables.heldOutRows(ofUnit: unit.id, in: unit.environment) {
        lines.append("held out \(unit.environment) \(row)")
        let name = "\(unit.environment) \(row.unit.experiment) \(row.unit.phase)"
        phases[name] = (unit.environment, row.unit)
      }
    }
    // The records are read at once, with the other ids of the same people.
    for (environment, unit) in phases.values {
      lines += try tables.heldOut(of: PhaseKey(unit.experiment, unit.phase, in: environment)).map {
        "held out of \(environment) \($0)"
      }
    }
    for record in placements {
      let rows = try tables.placements(of: record.key, in: record.environment)
      lines.append("placements \(record) \(rows)")
    }
    for (record, customers) in covariates {
      // Their amounts are a dictionary.
      let row = try tables.covariates(of: record.key, in: record.environment)
      let spend = (row?.spend ?? [:]).sorted { $0.key < $1.key }
      let rest = row.map { "\(with($0) { $0.spend = [:] })" } ?? "none"
      lines.append(
        "covariates \(record) \(spend) \(rest) \(customers.map(names.customer).sorted())")
    }
    lines += exposureIds.map { "exposure \($0.period) \($0.digest.hexadecimal)" }
    for id in anonymousIds {
      let alias = try tables.alias(of: id.id, in: id.environment)
      lines.append("alias of \(id) \(alias.map { "\($0)" } ?? "none")")
    }
    for user in aliasedUsers {
      // The oldest first.
      let aliases = try tables.aliases(of: user.id, in: user.environment, limit: .max)
      lines.append("aliases \(user) \(aliases.map(\.anonymousId))")
    }
    for (environment, key) in sightings {
      guard let row = try tables.sighting(key, in: environment) else { continue }
      lines.append(
        "sighting \(environment) \(row.key) \(row.firstSeen) \(row.route) \(row.isProved) "
          + "\(row.isContested) \(row.contestedBy.map(names.customer).sorted()) "
          + names.customer(row.customer))
    }
    for number in customers {
      lines += try tables.sightings(of: number).map { "seen \(names.customer(number)) \($0.key)" }
      lines += try tables.sightings(contestedBy: number)
        .map { "contests \(names.customer(number)) \($0.key)" }
      if try tables.isSetAside(number) { lines.append("is set aside \(names.customer(number))") }
    }
    lines += setAside.map { "set aside \(names.customer($0))" }
    lines += conflicts.map { "\($0)" }
    return lines.sorted()
  }

  private func details<Details: InternedDetails>(
    _: Details.Type, through last: Int64, _ tables: some LedgerTables
  ) throws -> [String] {
    try stride(from: 1, through: last, by: 1).map { number in
      let details: Details? = try tables.interned(number)
      return "\(Details.table) \(number) \(String(describing: details))"
    }
  }

  private func results(_ names: Names, _ tables: some LedgerTables) throws -> [String] {
    var lines = try tables.frozenTerms().map { "terms \($0)" }
    lines += try details(VisitorDimensions.self, through: lastDetails.dimensions, tables)
    lines += try details(ServedPaywall.self, through: lastDetails.served, tables)
    lines += try details(ReportedPaywall.self, through: lastDetails.reported, tables)
    for place in counted {
      lines += try tables.dailyCounts(of: place.id, in: place.environment).map { "\($0)" }
    }
    lines += try countedDays.map {
      "versions \($0) \(try tables.countedVersions(ofDay: $0).sorted())"
    }
    lines += batches.map { "batch \($0)" }
    lines += exposedCells.map { "cell \($0.key) \($0.persons)" }
    for phase in erasedPhases {
      for cell in try tables.erasedCells(
        of: PhaseKey(phase.experiment, phase.number, in: phase.environment))
      {
        lines.append("erased \(cell.key) \(cell.counts)")
        lines += cell.sums.map { "sum \(cell.key) \($0.key) \($0.value)" }
      }
    }
    return lines.sorted() + ["\(try tables.timeline())"]
  }

  private func remains(_ names: Names, _ tables: some LedgerTables) throws -> [String] {
    var lines = hashes.map { "hash \($0.hash.hexadecimal) \(names.remnants[$0.remnant] ?? "")" }
    lines += try tables.keptAside(after: 0, limit: 1_000).map {
      "aside \($0.uuid) \($0.type) \($0.receivedAt) \($0.content)"
    }
    if let stored = tables as? any StoredTables {
      lines += try stored.webhookReceivers().map { "receiver \($0)" }
      lines += try stored.webhookDeliveries(of: nil, nil, limit: 1_000).map { "event \($0)" }
      lines += try names.customers.compactMap { number, name in
        try stored.entitlementState(of: number).map { "entitled \(name) \($0)" }
      }
      lines += try (stored.webhookProducts()?.products ?? [:]).values.map { "sold \($0)" }
    }
    lines += try tables.credits().flatMap { product, credits in
      credits.map { "credits \(product) \($0.key) \($0.value)" }
    }
    var accounts: [AppleAccountNumber: [String]] = [:]
    for number in remnants {
      let name = names.remnants[number] ?? "none"
      lines.append("remnant \(name) \(try tables.marks(of: number))")
      if let account = try tables.account(of: number) {
        accounts[account, default: []].append("remnant \(name)")
      }
    }
    for number in customers {
      if let account = try tables.customer(number)?.appleAccount {
        accounts[account, default: []].append(names.customer(number))
      }
    }
    lines += accounts.values.map { "account \($0.sorted())" }
    return lines.sorted()
  }
}

/// A copy with a change.
private func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}
