import AppStore
import PaywallCatalog
import Ledger
import PaywallSubscribers
import TestSupport
import Testing

@Suite struct OrderTests {
  /// What comes of facts that are known before, in some order, is asked by these names.
  static let names: [CustomerName] =
    ["7040", "7050"].map { .appTransactionId($0) }
    + ["100", "200", "300"].map { .originalTransactionId($0) } + [.user("ada"), .user("t1")]

  /// Facts of three lines and two customers with copies, names that change and renewal info.
  static func facts() -> [Verified<AppStore.Notification>] {
    var refunded = Sample.fact(
      "101", chain: "100", signed: 9, token: "t1", offer: "half3m", bought: 1.2)
    refunded.revocationDate = Sample.day(9)
    let transactions = [
      Sample.fact("100", customer: nil, kind: .introductory),
      Sample.fact("101", chain: "100", signed: 1.3, offer: "half3m", bought: 1.2), refunded,
      Sample.fact("102", chain: "100", signed: 31, offer: "half3m", reason: .renewal),
      Sample.fact("200", customer: nil, signed: 2), Sample.fact("201", chain: "200", signed: 3),
      Sample.fact("202", chain: "200", customer: "7050", signed: 4, token: "t1"),
      Sample.fact("203", chain: "200", customer: "7040", signed: 3.5),
      Sample.fact("300", customer: nil, signed: 1),
    ]
    let renewals: [RenewalFact?] = [
      nil, Sample.renewalFact("100", signed: 2), nil, Sample.renewalFact("100", signed: 31), nil,
      Sample.renewalFact("200", customer: "7040", signed: 3), nil, nil,
      Sample.renewalFact("300", signed: 1, autoRenews: false),
    ]
    return zip(transactions, renewals).enumerated().map { index, facts in
      Sample.notification(Sample.uuid(index), facts.0, facts.1)
    } + [Sample.notification("r", nil, Sample.renewalFact("300", customer: "7050", signed: 5))]
  }

  @Test("The histories do not depend on the order of arrival", arguments: LedgerKind.allCases)
  func permutations(kind: LedgerKind) async throws {
    var random = SplitMix(state: 11)
    var expected: [Set<CustomerHistory>]?
    for _ in 0..<(kind == .memory ? rounds(60, all: 300) : rounds(8, all: 25)) {
      let order = Self.facts().shuffled(using: &random)
      let repeated = order + order.prefix(4)
      let histories = try await kind.withLedger { ledger in
        for notification in repeated {
          _ = try await ledger.append(notification, at: Sample.day(40))
        }
        var found: [Set<CustomerHistory>] = []
        for name in Self.names {
          found.append(Set(try await ledger.histories(of: name, in: .production)))
        }
        return found
      }
      if let expected { #expect(histories == expected) } else { expected = histories }
    }
    #expect(expected?.map(\.count) == [1, 1, 1, 1, 1, 0, 2])
  }

  @Test("Both ledgers answer alike to any calls", arguments: 0..<rounds(4, all: 12))
  func alike(seed: Int) async throws {
    let memory = try await LedgerKind.memory.withLedger { try await Self.script(seed, $0) }
    let sqlite = try await LedgerKind.sqlite.withLedger { try await Self.script(seed, $0) }
    #expect(memory == sqlite)
    #expect(memory.count > 60)
  }

  /// Random calls of a seed, and what was answered.
  private static func script(_ seed: Int, _ ledger: any Ledger) async throws -> [String] {
    var random = SplitMix(state: UInt64(seed))
    var answers: [String] = []
    let facts = facts()
    let offers = [
      Sample.offer(limit: OfferLimit(perCustomer: 2, perDay: 6)), Sample.offer("free", id: "free1"),
    ]
    for step in 0..<60 {
      let now = Sample.day(Double(step) / 4)
      let name = names[Int.random(in: 0..<names.count, using: &random)]
      switch Int.random(in: 0..<13, using: &random) {
      case 10...12:
        let ids = (0..<2).map { _ in "s\(Int.random(in: 0..<14, using: &random))" }
        let claim = SightingClaim(
          environment: .production, visitor: VisitorIdentity(userId: ids[0], anonymousId: ids[1]),
          customer: CustomerIdentity(
            appTransactionId: [nil, "7040", "7050"][Int.random(in: 0..<3, using: &random)],
            originalTransactionIds: [["100", "200", "300"][step % 3]]),
          route: .placement, voucher: AliasVoucher.allCases[Int.random(in: 0..<4, using: &random)])
        do throws(LedgerFailure) {
          answers.append("\(try await ledger.record(claim, at: now))")
        } catch {
          answers.append("\(error)")
        }
      case 0...3:
        let notification = facts[Int.random(in: 0..<facts.count, using: &random)]
        answers.append("\(try await ledger.append(notification, at: now))")
      case 4:
        let notification = facts[Int.random(in: 0..<facts.count - 1, using: &random)]
        let app = Bool.random(using: &random) ? Sample.app("7040") : nil
        guard
          let evidence = try? Evidence(
            transactions: [notification.payload.transaction].compactMap(\.self),
            appTransaction: app)
        else { continue }
        do throws(LedgerFailure) {
          answers.append("\(try await ledger.append(evidence, user: "ada", at: now))")
        } catch {
          answers.append("\(error)")
        }
      case 5...6:
        let request = Sample.request(
          offers[Int.random(in: 0..<2, using: &random)],
          customer: CustomerIdentity(originalTransactionIds: [["100", "200", "300"][step % 3]]),
          nonce: step, assignment: Sample.assignment("ada", variant: "v\(step)"))
        answers.append("\(try await ledger.grant([request], at: now))")
      case 7: answers.append("\(try await ledger.link("ada", to: name, in: .production, at: now))")
      case 8:
        try await ledger.confirmHistory(of: name, in: .production, fetchedAt: now)
      default:
        if step.isMultiple(of: 4) {
          answers.append("\(try await ledger.forget(name, in: .production, at: now))")
        }
      }
      let histories = try await ledger.histories(of: name, in: .production)
      answers.append(histories.map { "\($0)" }.sorted().joined())
      answers.append("\(try await ledger.assignments(of: ["ada"], in: .production))")
      answers += try await ledger.sightings(of: name, in: .production).map(\.line)
      answers.append("\(try await ledger.entries(after: 0, limit: 500).map(\.text))")
    }
    let days = try await ledger.dayCounts(of: ["half", "free"], in: .production, at: Sample.day(3))
    answers.append("\(days.sorted { $0.key < $1.key }) \(try await ledger.lateRedemptions())")
    return answers
  }
}

extension Sighting {
  /// With sorted ids, so that it can be compared.
  fileprivate var line: String {
    "\(unit) \(kind) \(customer.appTransactionId ?? "-") "
      + "\(customer.originalTransactionIds.sorted()) \(firstSeen) \(isProved) \(isContested) "
      + "\(isSetAside)"
  }
}
