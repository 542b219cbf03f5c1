import AppStore
import Foundation
import Ledger
import PaywallCatalog
import TestSupport
import Testing

/// Every ledger answers random purchases, refunds, spends and corrections as plain numbers do.
@Suite("Balances and a model") struct BalanceModelTests {
  /// `PAYWALL_TEST_OPERATIONS=100000` takes minutes.
  private static let steps =
    ProcessInfo.processInfo.environment["PAYWALL_TEST_OPERATIONS"].flatMap(Int.init)
    ?? rounds(400, all: 4_000)

  @Test("each answer and each balance is the model's", .everyLedger)
  func alike() async throws {
    var model = BalanceModel(seed: 45)
    try await ledger.setCredits([
      Product(id: "coins_100", type: .consumable, currencies: ["coins": 7])
    ])
    for id in BalanceModel.customers {
      try await ledger.append(Evidence(appTransaction: Sample.app(id)), at: 0)
    }
    for id in BalanceModel.customers.dropLast() {
      try await ledger.link("ada", to: .appTransactionId(id), at: 0)
    }
    for step in 0..<Self.steps {
      switch model.next() {
      case .fact(let fact): try await ledger.append("n\(step)", fact, at: 5)
      case .post(let change, let name, let expected):
        let outcome = try await ledger.post(change, to: name)
        #expect(outcome == expected, "\(step): \(change)")
        guard outcome == expected else { return }
      }
      guard step.isMultiple(of: 100) || step == Self.steps - 1 else { continue }
      for (place, name) in BalanceModel.names.enumerated() {
        let balance = try await ledger.balances(of: name)["coins"] ?? 0
        #expect(balance == model.balance(of: place), "\(step): \(name)")
        guard balance == model.balance(of: place) else { return }
      }
    }
  }
}
