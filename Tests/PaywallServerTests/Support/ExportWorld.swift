import Foundation
import Ledger
import LedgerPostgres
@testable import AppStore
import LedgerSQLite
import PaywallCatalog
import PaywallServer
import Serving
import Subscribers
import TestSupport

/// A ledger that is exported, with purchases and exposures of a few people.
struct ExportWorld {
  let ledger: any Ledger
  let folder: TemporaryFolder

  /// 2026-01-05 00:00:00 UTC
  static let start: Int64 = 1_767_571_200_000

  static func day(_ days: Double) -> Timestamp {
    Timestamp(milliseconds: start + Int64(days * 86_400_000))
  }

  enum Kind: String, CaseIterable {
    case sqlite, postgres

    static var present: [Kind] { PostgresCluster.isInstalled ? allCases : [.sqlite] }
  }

  init(_ kind: Kind = .sqlite) throws {
    folder = try TemporaryFolder()
    switch kind {
    case .sqlite: ledger = try SQLiteLedger.open(path: "\(folder.path)/ledger.sqlite")
    case .postgres:
      let address = try PostgresAddress(PostgresCluster.shared.get().address())
      ledger = try PostgresLedger.open(address)
    }
  }

  static func with(_ kind: Kind = .sqlite, _ body: (ExportWorld) async throws -> Void) async throws
  {
    let world = try ExportWorld(kind)
    do {
      try await body(world)
    } catch {
      await world.ledger.close()
      throw error
    }
    await world.ledger.close()
  }

  // MARK: Events

  /// A month of `pro_monthly`, in EUR.
  static func month(
    _ id: String, of chain: String, customer: String, bought: Double, price: Int64 = 9_990,
    currency: String = "EUR"
  ) -> TransactionFact {
    TransactionFact(
      environment: .production, transactionId: id, originalTransactionId: chain,
      productId: "pro_monthly", signedDate: day(bought), appTransactionId: customer,
      groupId: "21504291", type: OpenEnum(.autoRenewable), ownership: OpenEnum(.purchased),
      reason: OpenEnum(id == chain ? .purchase : .renewal), purchaseDate: day(bought),
      originalPurchaseDate: day(bought), expiresDate: day(bought + 30), quantity: 1, price: price,
      currency: currency, storefront: "DEU")
  }

  func buy(_ fact: TransactionFact) async throws {
    let text = SignedText(
      header: "a", payload: "b\(fact.transactionId)x\(fact.signedDate.milliseconds)",
      signature: "c")
    _ = try await ledger.store(
      FetchedFacts(
        environment: fact.environment, id: fact.originalTransactionId,
        transactions: [Verified(Transaction(fact: fact), text: text)]), at: Self.day(100))
  }

  func tell(_ type: String, _ subtype: String?, of fact: TransactionFact, at day: Double)
    async throws
  {
    let transaction = Verified(
      Transaction(fact: fact),
      text: SignedText(header: "a", payload: "n\(fact.transactionId)", signature: "c"))
    var notification = Notification(
      uuid: UUID().uuidString, type: type, environment: .production, signedDate: Self.day(day),
      status: 1, transaction: transaction)
    notification.subtype = subtype
    _ = try await ledger.append(
      Verified(
        notification,
        text: SignedText(header: "a", payload: "t\(notification.uuid)", signature: "c")),
      at: Self.day(100))
  }

  func see(
    _ unit: String, _ variant: String = "trial", of experiment: String = "price",
    kind: PaywallCatalog.Unit = .userId, at day: Double = 1, on platform: String? = nil
  ) async throws {
    let exposure = Self.exposure(unit, variant, of: experiment, kind: kind, at: day, on: platform)
    _ = try await ledger.record([exposure], in: .production, at: Self.day(day))
  }

  /// Users `user-0` and so on see the price.
  func see(users: Int) async throws {
    _ = try await ledger.record(
      (0..<users).map { Self.exposure("user-\($0)") }, in: .production, at: Self.day(1))
  }

  private static func exposure(
    _ unit: String, _ variant: String = "trial", of experiment: String = "price",
    kind: PaywallCatalog.Unit = .userId, at day: Double = 1, on platform: String? = nil
  ) -> Exposure {
    Exposure(
      id: "e-\(unit)-\(experiment)",
      assignment: RecordedAssignment(
        experiment: experiment, phase: 1, variant: variant, unit: unit, unitKind: kind,
        recordedAt: Self.day(day)),
      origin: kind == .userId ? .userId : .anonymousId, terms: nil, renderedAt: Self.day(day),
      placement: "onboarding",
      details: ExposureDetails(dimensions: VisitorDimensions(platform: platform)))
  }

  /// Two subscribers, one of whom renews, and three who have seen an experiment.
  func fill() async throws {
    try await buy(Self.month("100", of: "100", customer: "7040", bought: 1))
    try await buy(Self.month("101", of: "100", customer: "7040", bought: 31))
    try await buy(Self.month("200", of: "200", customer: "7050", bought: 2, price: 4_990))
    _ = try await ledger.link(
      "ada", to: .appTransactionId("7040"), in: .production, at: Self.day(1))
    _ = try await ledger.link(
      "bob", to: .appTransactionId("7050"), in: .production, at: Self.day(1))
    for unit in ["ada", "bob", "eve"] { try await see(unit) }
  }

  // MARK: Exports

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  @discardableResult
  func export(
    to name: String = "out", _ profile: ExportProfile = .ledger, _ format: ExportFormat = .csv,
    _ ids: ExportIds = .plain, at day: Double = 100,
    _ change: (inout WarehouseExport) -> Void = { _ in }
  ) async throws -> WarehouseExport.Summary {
    var export = WarehouseExport(to: path(name), .init(profile, format, ids))
    change(&export)
    return try await export.run(ledger, .exported, at: Self.day(day))
  }
}

extension Snapshot {
  /// With a rate of the euro: a dollar costs 0.8 of it.
  static var exported: Snapshot {
    var snapshot = lumen
    snapshot.rates = StoreRates(
      base: "USD",
      days: [
        StoreRates.Day(
          date: "2026-01-01", at: time("2026-01-01T00:00:00Z"), micros: ["EUR": 800_000])
      ])
    return snapshot
  }
}
