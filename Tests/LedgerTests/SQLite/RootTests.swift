import Foundation
import GRDB
import Ledger
import LedgerStorage
import Testing

@testable import LedgerSQLite

@Suite("The roots of a ledger") struct RootTests {
  private static let apple = [String(repeating: "a", count: 64)]
  private static let others = [
    String(repeating: "b", count: 64), String(repeating: "c", count: 64),
  ]

  private func open(_ path: String, _ roots: [String]) throws(LedgerOpenError) -> SQLiteLedger {
    var options = SQLiteLedger.Options()
    options.roots = roots
    return try SQLiteLedger.open(path: path, options: options)
  }

  @Test("Those that it was made under are remembered, and others refused", .inFolder)
  func remembered() async throws {
    let first = try open(path, Self.apple)
    #expect(!first.hasAdoptedRoots)
    try await ForgetTests.fill(first)
    await first.close()
    let error = LedgerOpenError.otherRoots(name: path, filled: Self.apple, trusted: Self.others)
    #expect(throws: error) { try open(path, Self.others) }
    #expect(error.description.contains(Self.apple[0]))
    #expect(error.description.contains(Self.others[1]))
    // A set with one more root is another set.
    #expect(throws: LedgerOpenError.self) { try open(path, Self.apple + Self.others) }
    let again = try open(path, Self.apple)
    #expect(!again.hasAdoptedRoots)
    #expect(try await again.entries(after: 0, limit: 10).count == 3)
    await again.close()
  }

  @Test("A ledger of an older version takes those of now, and says so if it has facts", .inFolder)
  func adopted() async throws {
    let old = try openFile()
    try await ForgetTests.fill(old)
    await old.close()
    let now = try open(path, Self.others)
    #expect(now.hasAdoptedRoots)
    await now.close()
    #expect(throws: LedgerOpenError.self) { try open(path, Self.apple) }
    let again = try open(path, Self.others)
    #expect(!again.hasAdoptedRoots)
    await again.close()
  }

  @Test("A ledger without facts is bound to none yet", .inFolder)
  func empty() async throws {
    for roots in [Self.others, Self.apple] {
      let opened = try open(path, roots)
      #expect(!opened.hasAdoptedRoots)
      await opened.close()
    }
    let ledger = try open(path, Self.apple)
    try await ForgetTests.fill(ledger)
    await ledger.close()
    #expect(throws: LedgerOpenError.self) { try open(path, Self.others) }
  }

  @Test("Who only reads makes an older ledger remember nothing", .inFolder)
  func reading() async throws {
    let old = try openFile()
    try await ForgetTests.fill(old)
    await old.close()
    var options = SQLiteLedger.Options()
    options.roots = Self.others
    options.adoptsRoots = false
    let reader = try openFile(options)
    #expect(!reader.hasAdoptedRoots)
    await reader.close()
    let writer = try open(path, Self.apple)
    #expect(writer.hasAdoptedRoots)
    await writer.close()
  }

  @Test("What is remembered cannot be overwritten", .inFolder)
  func stays() async throws {
    let ledger = try open(path, Self.apple)
    try await ForgetTests.fill(ledger)
    await ledger.close()
    let file = try DatabaseQueue(path: path)
    #expect(throws: DatabaseError.self) {
      try file.write { try $0.execute(sql: "UPDATE ledger SET roots = 'other'") }
    }
  }
}
