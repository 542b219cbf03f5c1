import AppStore
import Foundation
import LedgerStorage
import PaywallCatalog
import Subscribers
import Synchronization
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerPostgres

/// Several nodes on one database.
@Suite(.serialized, .enabled(if: PostgresCluster.isInstalled)) struct PostgresNodeTests {
  @Test("a request for a retention message that four nodes answer at once has one answer")
  func retention() async throws {
    try await withNodes(4) { nodes, _ in
      try await nodes[0].append(Sample.notification("n", Sample.fact("100")), at: 1)
      let request = Sample.retentionRequest(1)
      let outcomes = try await atOnce(40) { number in
        let choice = RetentionChoice(
          "\(number)", grant: Sample.request(Sample.offer(), nonce: number))
        return try await nodes[number % 4].answer(
          request, choice, else: RetentionChoice("none"), unlessSent: { nil },
          at: Sample.day(1))
      }
      #expect(Set(outcomes.map(\.body)).count == 1 && outcomes.count { !$0.isRepeated } == 1)
      #expect(try await nodes[3].only(.appTransactionId("7040"))?.grants.count == 1)
    }
  }

  @Test("40 plans on four nodes at once are one plan")
  func plans() async throws {
    try await withNodes(4) { nodes, _ in
      try await nodes[0].record(
        ServedRelease(release: "r1", phases: [], holdout: ""), at: Sample.day(1))
      try await atOnce(40) { number in
        let plan = SamplePlan(
          metric: "paidRate", smallest: .all, persons: number, basis: .buyers(25, of: number))
        try await nodes[number % 4].keep(.plan(plan), of: "price", phase: 1, at: Sample.day(2))
      }
      var kept: [[PhaseFinding]] = []
      for node in nodes {
        kept.append(try await node.timeline().findings(of: "price", phase: 1).map(\.finding))
      }
      #expect(kept[0].count == 1 && Set(kept).count == 1)
    }
  }

  @Test("A claim that 40 people race for on four nodes is one person's, and ends once")
  func seats() async throws {
    try await withNodes(4) { nodes, _ in
      try await nodes[0].follow()
      try await nodes[0].append("n", Sample.group(), at: 0)
      let words = try await atOnce(40) { number in
        try await nodes[number % 4].claim(
          "a", for: SeatMember(userId: "user\(number / 2)"), at: 1
        ).word
      }
      #expect(words.count { $0 == "new" } == 1 && words.count { $0 == "same" } == 1)
      #expect(words.count { $0 == "taken" } == 38)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for node in nodes { group.addTask { _ = try await node.unclaim("a", at: 2) } }
        // The payer's purchase renews meanwhile.
        group.addTask {
          let renewal = Sample.group("101", signed: 2, bought: 30, reason: .renewal)
          try await nodes[0].append("m", renewal, at: 2)
        }
        try await group.waitForAll()
      }
      let seat = try #require(try await nodes[1].seats(of: "100", in: .production).first)
      let user = try #require(seat.member.userId)
      #expect(seat.claim.ended?.by == .server)
      let told = try await nodes[2].webhooks().filter { $0.data.contains(#""userId":"\#(user)""#) }
      let changes = try told.map(EntitlementChange.init)
      #expect(changes.first?.before == "none" && changes.last?.after == "none")
      #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.after == $1.before })
    }
  }

  @Test(
    "400 signers on four nodes get exactly 50 places while connections are killed, if they ask again"
  )
  func dayLimitWithKills() async throws {
    try await withNodes(4) { nodes, address in
      let isOver = Mutex(false)
      let killer = Task.detached {
        var kills = 0
        // Without an end the test would write nothing if a transaction takes longer than the next
        // kill.
        while kills < 60, !isOver.withLock({ $0 }) {
          // It kills only the connections of these nodes: each has another name.
          kills += try PostgresCluster.shared.get().sql(
            """
            SELECT pg_terminate_backend(l.pid) FROM pg_locks AS l JOIN pg_class AS c
              ON c.oid = l.relation JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE n.nspname = '\(address.schema)' AND l.pid <> pg_backend_pid() LIMIT 1
            """
          ).count
        }
        return kills
      }
      let nonces = Counter()
      let outcomes = try await atOnce(400) { try await sign($0, on: nodes, nonces) }
      isOver.withLock { $0 = true }
      let kills = try await killer.value
      #expect(kills > 0)
      let grants = Set(outcomes.compactMap(\.grant?.id))
      #expect(grants.count == 50)
      let counts = try await Self.persistently {
        try await nodes[0].dayCounts(of: "half", at: 1)
      }
      #expect(counts == ["half": 50])
    }
  }

  @Test("A customer who is named in several ways at once gets one place")
  func customerLimit() async throws {
    let offer = Sample.offer(limit: OfferLimit(perCustomer: 1))
    try await withNodes(4) { nodes, _ in
      // Purchases of one customer: each signer names another one of them.
      for number in 0..<40 {
        let fact = Sample.fact("\(1000 + number)", customer: "7040")
        try await nodes[0].append(Sample.notification("n\(number)", fact), at: 1)
      }
      let outcomes = try await atOnce(40) { number in
        let identity = CustomerIdentity(
          appTransactionId: nil, originalTransactionIds: ["\(1000 + number)"])
        // Each has another product, or an outstanding grant would be taken up again.
        let request = Sample.request(
          offer, customer: identity, product: "product\(number)", nonce: number)
        return try await nodes[number % 4].grant([request], at: 1.5)[0]
      }
      #expect(outcomes.count { $0.grant != nil } == 1)
      #expect(outcomes.count { $0 == .refused(.customerLimitReached) } == 39)
    }
  }

  @Test("Of one notification that every node gets one is new")
  func notifications() async throws {
    try await withNodes(4) { nodes, _ in
      let outcomes = try await atOnce(80) { number in
        try await nodes[number % 4].append(
          Sample.notification("same", Sample.fact("100", token: Sample.uuid(1))),
          at: 1)
      }
      #expect(outcomes.count { $0 == .new } == 1)
      #expect(try await nodes[1].entries(after: 0, limit: 100).count == 1)
    }
  }

  @Test("A unit that two variants are recorded for at once keeps the first, on every node")
  func assignments() async throws {
    try await withNodes(4) { nodes, _ in
      let outcomes = try await atOnce(40) { number in
        let exposure = Sample.exposure(
          "e\(number)", "ada", number.isMultiple(of: 2) ? "trial" : "control")
        return try await nodes[number % 4].record([exposure], at: 1)[0]
      }
      #expect(outcomes.count { $0 == .recorded } == 1)
      let visitor = VisitorIdentity(userId: nil, anonymousId: "ada")
      var found: Set<RecordedAssignment> = []
      for node in nodes {
        let assignments = try await node.assignments(of: visitor, in: .production)
        #expect(assignments.count == 1)
        found.formUnion(assignments)
      }
      #expect(found.count == 1)
    }
  }

  @Test("Merges of customers and grants to them at once end, and each chain has one owner")
  func merges() async throws {
    try await withNodes(4) { nodes, _ in
      try await atOnce(120) { number in
        let node = nodes[number % 4]
        let (chain, customer) = ("\(100 + number % 7)", "\(7000 + number % 5)")
        let fact = Sample.fact(
          "\(1000 + number)", chain: chain, customer: number % 3 == 0 ? nil : customer,
          signed: Double(number) / 100, token: Sample.uuid(number % 6))
        try await node.append(Sample.notification("n\(number)", fact), at: 3)
        try await node.link("user\(number % 4)", to: .originalTransactionId(chain), at: 3)
      }
      #expect(try await nodes[0].entries(after: 0, limit: 1000).count == 120)
    }
  }

  @Test("What one node records the others find within their next look")
  func changes() async throws {
    try await withNodes(2) { nodes, _ in
      let visitor = VisitorIdentity(userId: nil, anonymousId: "ada")
      await until { nodes[1].cachedAssignments(of: visitor, in: .production) == nil }
      #expect(try await nodes[1].assignments(of: visitor, in: .production) == [])
      #expect(!nodes[1].mayHaveAssignments(of: "ada"))
      _ = try await nodes[0].record(Sample.exposure("e", "ada"))
      #expect(nodes[0].mayHaveAssignments(of: "ada"))
      await until { nodes[1].mayHaveAssignments(of: "ada") }
      #expect(try await nodes[1].assignments(of: visitor, in: .production).count == 1)
    }
  }

  @Test("While the database is away calls fail at once, and the ledger is back with it")
  func away() async throws {
    let cluster = try PostgresCluster.shared.get()
    let database = "away"
    try cluster.sql("CREATE DATABASE \(database)")
    let address = try PostgresAddress(
      cluster.address().replacing("/postgres?", with: "/\(database)?"))
    let ledger = try PostgresLedger.open(address)
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    try await ledger.record(Sample.exposure("e", "ada"))

    try cluster.sql("ALTER DATABASE \(database) ALLOW_CONNECTIONS false")
    try cluster.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'")
    await #expect(throws: LedgerFailure.self) {
      try await ledger.append(Sample.notification("m", Sample.fact("101")), at: 1)
    }
    await #expect(throws: LedgerFailure.self) { try await ledger.check() }
    #expect(ledger.mayHaveAssignments(of: "ada"))

    try cluster.sql("ALTER DATABASE \(database) ALLOW_CONNECTIONS true")
    let outcome = try await Self.persistently {
      try await ledger.append(Sample.notification("m", Sample.fact("101")), at: 1)
    }
    #expect(outcome == .new)
    #expect(try await ledger.entries(after: 0, limit: 10).count == 2)
    await ledger.close()
    try cluster.sql("DROP DATABASE \(database) WITH (FORCE)")
  }

  private static func persistently<Output: Sendable>(
    _ body: @Sendable () async throws -> Output
  ) async throws -> Output {
    while true {
      do {
        return try await body()
      } catch LedgerFailure.unavailable {
        await Task.yield()
      }
    }
  }
}
