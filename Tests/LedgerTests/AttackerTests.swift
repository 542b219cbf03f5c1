import Crypto
import Foundation
import GRDB
import LedgerStorage
import PaywallCatalog
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerSQLite

/// Random stories of honest users, told with and without an attacker who has only the client key and
/// knows every user id and every id of an exposure.
///
/// The attacker sends aliases of any ids and exposures of any variant, as often as they like, and has
/// their own accounts erased. They send no `userId` of an honest user with an exposure, which without
/// `identity: signed` is speaking as that user, and they name no anonymous id of an honest device.
/// Then, byte for byte: the rows of every honest user with counts and marks, the rows of the
/// devices that somebody vouches for, the records of the other devices, and the results of every
/// honest request, whether it carries the user, the device or both.
@Suite struct AttackerTests {
  private enum Call: Sendable {
    case expose(Exposure)
    case alias(String, String, AliasVoucher)
    case forget(String)
  }

  private static let users = (0..<4).map { "user-\($0)" }
  private static func device(_ user: Int, _ number: Int) -> String { "device-\(user)-\(number)" }
  private static let devices = (0..<4).flatMap { user in (0..<2).map { device(user, $0) } }
  private static let variants = ["control", "trial", "bold"]

  /// Exposures before and after a login on two devices each, the second vouched for.
  private static func honest(_ random: inout SplitMix) -> [Call] {
    var calls: [Call] = []
    for step in 0..<60 {
      let number = Int.random(in: 0..<4, using: &random)
      let device = Int.random(in: 0..<2, using: &random)
      let variant = variants[Int.random(in: 0..<2, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0..<2:
        calls.append(
          .expose(Sample.exposure("e\(step)", users[number], variant, origin: .userId)))
      case 2..<4:
        calls.append(
          .expose(Sample.exposure("e\(step)", Self.device(number, device), variant)))
      default:
        let voucher: AliasVoucher =
          device == 0 ? .client : AliasVoucher.allCases[Int.random(in: 1..<4, using: &random)]
        calls.append(.alias(Self.device(number, device), users[number], voucher))
      }
    }
    return calls
  }

  private static func attack(_ random: inout SplitMix) -> [Call] {
    let own = (0..<90).map { "evil-\($0)" }
    let step = Int.random(in: 0..<60, using: &random)
    let user = users[Int.random(in: 0..<4, using: &random)]
    let evil = own[Int.random(in: 0..<own.count, using: &random)]
    let other = own[Int.random(in: 0..<own.count, using: &random)]
    let variant = variants[Int.random(in: 0..<3, using: &random)]
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return [.expose(Sample.exposure("e\(step)", user, variant))]
    case 1: return [.expose(Sample.exposure("e\(step)", evil, variant))]
    case 2: return [.expose(Sample.exposure("e\(step)", evil, variant, origin: .userId))]
    case 3: return [.alias(user, evil, .client)]
    case 4: return [.alias(evil, user, .client), .expose(Sample.exposure("x", evil, variant))]
    case 5: return [.alias(evil, other, .client)]
    case 6: return [.forget(evil)]
    case 7: return [.alias(user, users[Int.random(in: 0..<4, using: &random)], .client)]
    default: return own.map { .alias($0, user, .client) }
    }
  }

  /// Honest calls with their moments, and the attacks between them.
  private static func story(_ seed: Int, isAttacked: Bool) -> [(Call, Timestamp)] {
    var (random, attacker) = (SplitMix(state: UInt64(seed)), SplitMix(state: UInt64(seed + 1000)))
    return honest(&random).enumerated().flatMap { step, call in
      let now = Sample.day(Double(step))
      guard isAttacked else { return [(call, now)] }
      let attacks = (0..<Int.random(in: 0..<6, using: &attacker)).flatMap { _ in
        attack(&attacker)
      }
      return (attacks + [call]).map { ($0, now) }
    }
  }

  /// The questions of every honest request.
  private static let questions =
    users.map { VisitorIdentity(userId: $0) } + devices.map { VisitorIdentity(anonymousId: $0) }
    + (0..<4).flatMap { user in
      (0..<2).map {
        VisitorIdentity(userId: users[user], anonymousId: device(user, $0))
      }
    }

  private static func run(
    _ call: Call, at now: Timestamp, in tables: inout some LedgerTables
  ) throws {
    switch call {
    case .expose(let exposure):
      _ = try tables.record([exposure], in: .production, at: now)
    case .alias(let id, let user, let voucher):
      _ = try tables.alias(id, to: user, vouchedBy: voucher, in: .production, at: now)
    case .forget(let user): _ = try tables.forget(.user(user), in: .production, at: now)
    }
  }

  private static func state(_ tables: some LedgerTables) throws -> [String] {
    func rows(_ unit: String) throws -> [RecordRow] {
      try tables.records(of: unit, in: .production)
        .sorted { $0.assignment.isOlder(than: $1.assignment) }
    }
    // A row that was made by an exposure with the id as an anonymous one, before its user was seen,
    // is not the user's: no question finds it.
    var state = try users.map { "\(try rows($0).filter { !$0.isOnlyAnonymous })" }
    for (index, device) in devices.enumerated() {
      // A record that only an app vouches for may lose its place, and with it the mark.
      let isVouched = index % 2 == 1
      state.append("\(try rows(device).map { isVouched ? "\($0)" : "\($0.assignment)" })")
    }
    // Events that somebody vouches for, and those that users caused themselves.
    for unit in users + devices {
      guard try !rows(unit).allSatisfy(\.isOnlyAnonymous) || devices.contains(unit) else {
        continue
      }
      let events = try tables.conflicts(ofUnit: unit, in: .production).filter {
        $0.voucher.isStrong || $0.cause == .contradictingExposure
      }
      state.append("\(unit) \(events.sorted())")
    }
    for question in questions {
      state.append(
        "\(question) \(try tables.assignments(of: question, in: .production).assignments)")
    }
    return state
  }

  @Test(
    "An attacker with the client key changes nothing of honest users, in memory",
    arguments: 0..<rounds(10, all: 40))
  func memory(seed: Int) throws {
    func states(isAttacked: Bool) throws -> [[String]] {
      var tables = OracleTables(salt: [1])
      var states: [[String]] = []
      for (call, now) in Self.story(seed, isAttacked: isAttacked) {
        try Self.run(call, at: now, in: &tables)
      }
      states.append(try Self.state(tables))
      return states
    }
    let alone = try states(isAttacked: false)
    #expect(try states(isAttacked: true) == alone)
    #expect(alone.last?.contains { $0.contains("isConflict: true") } == true)
  }

  @Test(
    "An attacker with the client key changes nothing of honest users, in a file",
    arguments: 0..<rounds(2, all: 6))
  func file(seed: Int) async throws {
    func state(isAttacked: Bool) async throws -> [String] {
      try await withFolder { folder in
        let ledger = try SQLiteLedger.open(path: folder.path("ledger.sqlite"))
        let story = Self.story(seed, isAttacked: isAttacked)
        let state = try await ledger.writer.write { tables in
          for (call, now) in story { try Self.run(call, at: now, in: &tables) }
          return try Self.state(tables)
        }
        // The hot path remembers exactly what a read would find.
        for question in Self.questions {
          let read = try await ledger.assignments(of: question, in: .production)
          #expect(state.contains("\(question) \(read)"))
        }
        await ledger.close()
        return state
      }
    }
    let alone = try await state(isAttacked: false)
    #expect(try await state(isAttacked: true) == alone)
    var tables = OracleTables(salt: [1])
    for (call, now) in Self.story(seed, isAttacked: true) {
      try Self.run(call, at: now, in: &tables)
    }
    #expect(try Self.state(tables) == alone)
  }
}
