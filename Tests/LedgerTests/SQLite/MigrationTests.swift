import AppStore
import Crypto
import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding
import Serving
import Subscribers
import Testing

@testable import LedgerSQLite

@Suite struct MigrationTests {
  @Test(
    "The tables of a version are what they were when it was given out",
    arguments: [
      (FileSchema.version1, "0bb24d72777466f795f0af0e6b5fae8befb74d9f5c2252a6ffb18fe64759381d"),
      (FileSchema.version2, "9e3e7797f1641d61d5ada09e5917b9164bf049efabf053298f8b5960de740b38"),
      (FileSchema.version3, "660f4cf23f0b4fc51f6f088db0c98772ab2cc11a2749911d717b081570946734"),
      (FileSchema.version6, "85b858e4ecb3145494a855265cec2e11443cf516be202f8eff75c0712e32111f"),
      (FileSchema.version7, "1b44631713dc6e719e942092658f97a5a09e49e2dfe383abbb4a4fd2f541529d"),
      (FileSchema.version8, "e37a6cf2b31e35f70159926008c31e50ca4a67c4581a2c66792a23e46bf622bd"),
      (FileSchema.version9, "184cc56af3de340c8af02d51564658e8de19112e579ed749a488998d8d2fbd31"),
      (FileSchema.version10, "ae4bd61c5c778d621b3c595e6bbb8499fc433dd7eb7f68abedad59fdf6fe4039"),
    ])
  func unchanged(version: (sql: String, digest: String)) {
    #expect(Array(SHA256.hash(data: Data(version.sql.utf8))).hexadecimal == version.digest)
  }

  /// A file of version 1 with a customer, a grant and recorded assignments, brought on to another.
  private func makeFile(at path: String, of version: String = "1") throws {
    let file = try DatabaseQueue(path: path)
    try SQLiteLedger.migrator.migrate(file, upTo: "1")
    try file.write { database in
      try database.execute(
        sql: """
          INSERT INTO customers (number, environment, app_transaction_id) VALUES (1, 0, 7040);
          INSERT INTO grants (environment, customer, kind, offer, offer_id, product, granted_at,
            release, experiment, variant)
          VALUES (0, 1, 'promotional', 'half', 'half3m', 'com.example.pro.monthly',
            \(Sample.day(1).milliseconds), 'r1', 'price', 'trial');
          INSERT INTO assignments VALUES
            (0, 'ada', 'price', 1, 'visitor', 'trial', \(Sample.day(1).milliseconds)),
            (0, 12345, 'price', 2, 'userId', 'control', \(Sample.day(2).milliseconds)),
            (1, 'ada', 'price', 1, 'anonymousId', 'control', \(Sample.day(3).milliseconds));
          """)
    }
    try SQLiteLedger.migrator.migrate(file, upTo: version)
    try file.close()
  }

  @Test(
    "Of older records nobody knows whose id they were drawn with; aliases that were there count as an app's",
    .inFolder
  )
  func origins() async throws {
    try makeFile(at: path, of: "2")
    let file = try DatabaseQueue(path: path)
    try await file.write { database in
      try database.execute(
        sql: """
          INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant,
            recorded_at) VALUES (0, 'd1', 'price', 1, 'visitor', 'trial', 0);
          INSERT INTO aliases (environment, anonymous_id, user_id, aliased_at)
          VALUES (0, 'd1', 'bob', 0);
          """)
    }
    try file.close()
    let ledger = try openFile()
    func alias(_ id: String, in environment: AppStoreEnvironment) async throws -> AliasOutcome {
      try await ledger.alias(id, to: "mallory", in: environment, at: 4)
    }
    #expect(try await alias("ada", in: .production) == .unknownKind)
    #expect(try await alias("12345", in: .production) == .taken)
    #expect(try await alias("ada", in: .sandbox) == .new)
    #expect(try await ledger.found(user: "bob") == [])
    #expect(try await ledger.found(user: "bob", anonymous: "d1") == ["d1 trial"])
    #expect(try await ledger.claim("d1", "bob") == .already)
    #expect(!ledger.mayHaveAssignments(of: "bob"))
    try await ledger.record(Sample.exposure("1", "ada", origin: .anonymousId))
    #expect(try await alias("ada", in: .production) == .unknownKind)
  }

  @Test(
    "Events keep their numbers when their table is made again, and none is given twice", .inFolder)
  func events() async throws {
    try SQLiteLedger.makeFile(at: path, ofVersion: "23") { database in
      try database.execute(
        sql: """
          INSERT INTO customers (number, environment, app_transaction_id) VALUES (1, 0, 7040);
          INSERT INTO lines (number, environment, original_transaction_id, customer, has_purchases)
          VALUES (2, 0, 100, 1, 1);
          INSERT INTO webhook_events (number, endpoint, id, line, type, at, received_at, data,
            is_historical, state, attempts, next_at)
          VALUES (5, 'backend', 'evt_a', 2, 'purchase.made', 3, 4, '{}', 0, 1, 6, 7),
            (9, 'backend', 'evt_b', 2, 'purchase.made', 3, 4, '{}', 0, 0, 0, 4);
          DELETE FROM webhook_events WHERE number = 9;
          """)
    }
    let ledger = try openFile()
    let kept = try #require(try await ledger.webhooks().first)
    #expect(kept.number == 5 && kept.id == "evt_a" && kept.data == "{}")
    #expect(kept.at.milliseconds == 3 && kept.state == .delivered && kept.attempts == 6)
    try await ledger.follow()
    try await ledger.give(Sample.access("a", until: 10, at: 1), to: .user("ada"))
    #expect(try await ledger.webhooks().map(\.number) == [5, 10])
    try await ledger.forget(.appTransactionId("7040"), at: 2)
    #expect(try await ledger.webhooks().map(\.number) == [10])
  }

  @Test(
    "A file of an older version is brought up to date and keeps its rows", .inFolder,
    arguments: ["1", "2"])
  func migrates(version: String) async throws {
    try makeFile(at: path, of: version)
    for _ in 0..<2 {
      let ledger = try openFile()
      #expect(
        try await ledger.assignments(of: ["ada", "12345"], in: .production) == [
          Sample.assignment("12345", variant: "control", phase: 2, at: 2),
          Sample.assignment("ada", kind: .visitor, at: 1),
        ])
      #expect(
        try await ledger.assignments(of: ["ada"], in: .sandbox)
          == [Sample.assignment("ada", variant: "control", kind: .anonymousId, at: 3)])
      #expect(ledger.mayHaveAssignments(of: "12345"))
      #expect(!ledger.mayHaveAssignments(of: "12345", in: .sandbox))
      #expect(try await ledger.only(.appTransactionId("7040"))?.grants.map(\.variant) == ["trial"])
      #expect(try await ledger.frozenTerms() == [])
      #expect(try await ledger.dayCounts(of: "half", at: 1) == ["half": 1])
      await ledger.close()
    }
    let ledger = try openFile()
    #expect(try await ledger.record(Sample.exposure("e", "ada")) == [.recorded])
    #expect(try await ledger.counts() == ["trial 1 units, 0 repeats, 0 conflicts, 0 held"])
    #expect(try await ledger.frozenTerms().count == 1)
    #expect(try await ledger.isSound())
  }

  @Test("An older file has no sightings, and takes them from then on", .inFolder)
  func sightings() async throws {
    try makeFile(at: path, of: "6")
    let ledger = try openFile()
    #expect(try await ledger.sightings(of: .appTransactionId("7040"), in: .production) == [])
    #expect(try await ledger.see(Sample.claim(user: "ada")) == [.new])
    await ledger.close()
    let again = try openFile()
    #expect(try await again.seen("ada") == ["userId 7040"])
  }

  @Test(
    "An older file has no timeline until a release is served", .inFolder, arguments: ["1", "6"])
  func timeline(version: String) async throws {
    try makeFile(at: path, of: version)
    let state = PhaseState(
      experiment: "price", phase: 1, parts: [.status: "running", .traffic: "50%"])
    let served = ServedRelease(release: "r1", phases: [state], holdout: "")
    for count in [0, 3, 3] {
      let ledger = try openFile()
      #expect(try await ledger.timeline().events.count == count)
      try await ledger.record(served, at: Sample.day(5))
      #expect(try await ledger.timeline().phases == [state])
      await ledger.close()
    }
    let ledger = try openFile()
    for sql in [
      "UPDATE served SET value = '60%'", "UPDATE releases SET first_served_at = 0",
      "INSERT INTO served (experiment, phase, part, value, at, release) VALUES ('x', 1, 'end', '', 0, 9)",
      "INSERT INTO served (part, value, at, release) VALUES ('traffic', '1%', 0, 1)",
      "INSERT INTO releases (release, first_served_at) VALUES ('r1', 0)",
    ] {
      await ledger.refuses(sql)
    }
  }

  @Test(
    "Of older attempts nobody knows to whom they went: they count for nobody, newer ones do",
    .inFolder)
  func attempts() async throws {
    try makeFile(at: path, of: "3")
    let file = try DatabaseQueue(path: path)
    try await file.write { database in
      for number in 1...20 {
        try database.execute(
          sql: "INSERT INTO attempts VALUES (?, 1, ?, 'KEY1')",
          arguments: ["old-\(number)", Sample.day(1).milliseconds])
      }
    }
    try file.close()
    let ledger = try openFile()
    var outcomes: [GrantOutcome] = []
    for nonce in 1...13 {
      outcomes += try await ledger.grant([Sample.request(Sample.offer(), nonce: nonce)], at: 1.5)
    }
    #expect(outcomes.prefix(12).map(\.isRetry) == Array(repeating: true, count: 12))
    let grant = try #require(outcomes.first?.grant)
    #expect(outcomes.last == .exhausted(grant))
    #expect(try await ledger.dayCounts(of: "half", at: 1) == ["half": 1])
    for sql in [
      "INSERT INTO attempts (nonce, grant_id, signed_at, key_id) VALUES ('x', 1, 0, 'K')",
      "UPDATE attempts SET caller = 'visitor'", "UPDATE grants SET trusted = x'00'",
      "UPDATE grants SET trusted = randomblob(16)",
    ] {
      await ledger.refuses(sql)
    }
  }

  @Test(
    "The tables refuse what may not be", .inFolder,
    arguments: [
      "UPDATE assignments SET variant = 'control'", "UPDATE assignments SET recorded_at = 0",
      "UPDATE assignments SET is_conflict = 0", "UPDATE assignments SET exposures = 1",
      "UPDATE assignments SET exposures = 0, exposed_at = NULL, rendered_at = NULL, placement = NULL",
      "UPDATE assignments SET exposed_at = NULL", "UPDATE assignments SET is_held_out = 2",
      """
      INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant, recorded_at,
        exposures) VALUES (0, 'x', 'price', 1, 'visitor', 'trial', 0, 1)
      """,
      """
      INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant, recorded_at,
        is_held_out) VALUES (0, 'x', 'price', 1, 'visitor', 'trial', 0, 1)
      """,
      "INSERT INTO aliases (environment, anonymous_id, user_id, aliased_at) VALUES (0, 'd1', 'x', 0)",
      "INSERT INTO aliases (environment, anonymous_id, user_id, aliased_at) VALUES (0, 'x', 'x', 0)",
      "INSERT INTO aliases (environment, anonymous_id, user_id, aliased_at) VALUES (0, '', 'x', 0)",
      "INSERT INTO aliases (environment, anonymous_id, user_id, aliased_at) VALUES (3, 'y', 'x', 0)",
      "UPDATE assignments SET sent_as = NULL", "UPDATE assignments SET sent_as = 'visitor'",
      "UPDATE assignments SET sent_as = 'userId'; UPDATE assignments SET sent_as = 'anonymousId'",
      "UPDATE aliases SET voucher = 'nobody'", "UPDATE aliases SET voucher = NULL",
      "UPDATE aliases SET is_contested = 2", "UPDATE assignments SET is_contested = 2",
      """
      INSERT INTO assignments (environment, unit, experiment, phase, unit_kind, variant, recorded_at,
        is_contested) VALUES (0, 'x', 'price', 1, 'visitor', 'trial', 0, 1)
      """,
      "INSERT INTO sightings VALUES (0, 'u', 'visitor', 1, 0, 'sign', 0, 0)",
      "INSERT INTO sightings VALUES (0, 'u', 'userId', 2, 0, 'sign', 0, 0)",
      "INSERT INTO sightings VALUES (1, 'u', 'userId', 1, 0, 'sign', 0, 0)",
      "INSERT INTO sightings VALUES (0, 'seen', 'userId', 1, 0, 'sign', 0, 0)",
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
      INSERT INTO sightings SELECT 0, 'u' || i, 'userId', 1, 0, 'sign', 0, 0 FROM n
      """,
      "INSERT INTO set_aside_customers VALUES (2)",
      "UPDATE conflicts SET voucher = 'nobody'", "UPDATE conflicts SET came_first = 2",
      "UPDATE conflicts SET cause = ''", "UPDATE conflicts SET other_unit = NULL",
      """
      INSERT INTO conflicts SELECT number + 1, environment, experiment, phase, unit, variant,
        other_experiment, other_phase, 'x', other_variant, came_first, cause, voucher, happened_at
      FROM conflicts
      """,
      "INSERT INTO phases VALUES ('price', 1, 'seed: x', 0)",
      "INSERT INTO phases VALUES ('other', 1, '', 0)",
      "INSERT INTO exposure_ids VALUES (1, x'00')",
    ])
  func invariants(sql: String) async throws {
    let ledger = try openFile()
    try await ledger.record(
      Sample.exposure("1", "ada", origin: .anonymousId), Sample.exposure("2", "ada"),
      Sample.exposure("3", "ada", "control"))
    try await ledger.alias("d1", to: "ada", at: 1)
    try await ledger.add(customers: "7040")
    try await ledger.see(Sample.claim(user: "seen"))
    let error = await ledger.refuses(sql)
    #expect(
      "\(String(describing: error))".contains("constraint")
        || "\(String(describing: error))".contains("stays")
        || "\(String(describing: error))".contains("at most"))
  }
}
