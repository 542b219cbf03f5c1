import PaywallCatalog
import PaywallTextCoding
import Subscribers

@testable import Ledger

extension OracleTables {
  struct StoredRefundCase: Sendable {
    var refundCase: RefundCase
    var chain: PurchaseChainRow.Number?
  }

  mutating func add(_ refundCase: RefundCase, in chain: PurchaseChainRow?) {
    guard self.refundCase(notification: refundCase.notification) == nil else { return }
    var numbered = refundCase
    numbered.number = nextNumber()
    refundCases.append(StoredRefundCase(refundCase: numbered, chain: chain?.number))
  }

  mutating func update(_ refundCase: RefundCase) {
    guard let index = index(of: refundCase.notification) else { return }
    refundCases[index].refundCase.state = refundCase.state
    refundCases[index].refundCase.basis = refundCase.basis
    refundCases[index].refundCase.dueAt = refundCase.dueAt
    refundCases[index].refundCase.attempts = refundCase.attempts
    refundCases[index].refundCase.lastFailure = refundCase.lastFailure
  }

  private func index(of notification: String) -> Int? {
    refundCases.firstIndex { $0.refundCase.notification.hasSameUTF8(as: notification) }
  }

  func refundCase(notification: String) -> RefundCase? {
    index(of: notification).map { refundCases[$0].refundCase }
  }

  func refundCases(after number: Int64, limit: Int) -> [RefundCase] {
    Array(refundCases.lazy.map(\.refundCase).filter { $0.number > number }.prefix(limit))
  }

  func refundCases(in chain: PurchaseChainRow) -> [RefundCase] {
    refundCases.filter { $0.chain == chain.number }.map(\.refundCase)
  }

  mutating func add(
    _ decision: RefundDecision, on transactionId: String, in chain: PurchaseChainRow
  ) {
    let key = UTF8Key(transactionId)
    let held = chains[chain.number]?.refundDecisions[key] ?? []
    guard !held.contains(where: { $0.kind == decision.kind && $0.at == decision.at }) else {
      return
    }
    chains[chain.number]?.refundDecisions[key] = held + [decision]
  }

  func refundDecisions(on transactionId: String, in chain: PurchaseChainRow) -> [RefundDecision] {
    chains[chain.number]?.refundDecisions[UTF8Key(transactionId)] ?? []
  }

  mutating func put(_ report: ConsumptionReport, in chain: PurchaseChainRow) {
    guard let id = report.transactionId else { return }
    chains[chain.number]?.reports[UTF8Key(id)] = report
  }

  mutating func put(_ report: ConsumptionReport, of customer: CustomerRow.Number) {
    customerReports[customer] = report
  }

  func report(on transactionId: String, in chain: PurchaseChainRow) -> ConsumptionReport? {
    chains[chain.number]?.reports[UTF8Key(transactionId)]
  }

  func report(of customer: CustomerRow.Number) -> ConsumptionReport? { customerReports[customer] }

  /// Removes the refunds that go with an erased customer.
  mutating func removeRefunds(of customer: CustomerRow.Number, _ gone: Set<Int64>) {
    customerReports[customer] = nil
    refundCases.removeAll { $0.chain.map { gone.contains($0) } ?? false }
  }
}
