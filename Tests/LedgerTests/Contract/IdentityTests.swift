import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

@Suite struct IdentityTests {
  @Test(
    "A chain goes to the customer once a fact names one, with links, tokens and grants",
    .everyLedger)
  func provisional() async throws {
    let token = "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"
    try await ledger.append(Sample.notification("o", Sample.fact("500")), at: 0)
    let nameless = Sample.fact("100", customer: nil, token: token)
    try await ledger.append(Sample.notification("a", nameless), at: 1)
    #expect(try await ledger.link("u1", to: .originalTransactionId("100"), at: 1))
    let request = Sample.request(
      Sample.offer(), customer: CustomerIdentity(originalTransactionIds: ["100"]), nonce: 1)
    let grant = try await ledger.grant([request], at: 1)[0].grant

    try await ledger.append(
      Sample.notification("b", Sample.fact("101", chain: "100", signed: 2)), at: 2)
    let history = try #require(await ledger.only(.appTransactionId("7040")))
    #expect(history.transactions.map(\.transactionId) == ["100", "101", "500"])
    #expect(history.grants == [try #require(grant)])
    for name in [
      CustomerName.originalTransactionId("100"), .user("u1"), .user(token.uppercased()),
    ] { #expect(try await ledger.histories(of: name) == [history]) }
    #expect(try await ledger.entries(of: .user("u1"), in: .production).count == 3)
  }

  @Test("A provisional customer takes the name that comes", .everyLedger)
  func named() async throws {
    try await ledger.append(Sample.notification("a", Sample.fact("100", customer: nil)), at: 1)
    try await ledger.confirmHistory(of: .originalTransactionId("100"), fetchedAt: 1)
    try await ledger.append(
      Sample.notification("b", nil, Sample.renewalFact("100", customer: "7040")),
      at: 2)
    let history = try await ledger.only(.appTransactionId("7040"))
    #expect(history?.transactions.map(\.transactionId) == ["100"])
    #expect(history?.completeAt == Sample.day(1))
  }

  @Test(
    "The newest signed name decides, whenever it comes", .everyLedger,
    arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1]])
  func newestName(_ order: [Int]) async throws {
    let facts = [
      Sample.fact("100", customer: "7040", signed: 1),
      Sample.fact("101", chain: "100", customer: "7050", signed: 2),
      Sample.fact("102", chain: "100", customer: nil, signed: 3),
      Sample.fact("103", chain: "100", customer: "7040", signed: 0),
    ]
    for index in order {
      try await ledger.append(Sample.notification(Sample.uuid(index), facts[index]), at: 4)
    }
    let history = try await ledger.only(.originalTransactionId("100"))
    #expect(history?.appTransactionId == "7050")
    #expect(history?.transactions.count == 4)
    #expect(try await ledger.only(.appTransactionId("7040"))?.transactions == [])
  }

  @Test("Nothing crosses an environment", .everyLedger)
  func environments() async throws {
    for environment in AppStoreEnvironment.allCases {
      let fact = Sample.fact("100", environment: environment, token: "t")
      try await ledger.append(
        Sample.notification(environment.rawValue, fact, environment: environment),
        at: 1)
      try await ledger.link(
        "u-\(environment)", to: .appTransactionId("7040"), in: environment, at: 1)
      try await ledger.grant(
        [
          Sample.request(
            Sample.offer(), nonce: environment.rawValue.utf8.count, environment: environment)
        ],
        at: 1)
    }
    for environment in AppStoreEnvironment.allCases {
      let history = try #require(await ledger.only(.appTransactionId("7040"), in: environment))
      #expect(history.transactions.map(\.environment) == [environment])
      #expect(history.grants.map(\.environment) == [environment])
      #expect(try await ledger.only(.user("t"), in: environment) == history)
      #expect(
        try await ledger.dayCounts(of: ["half"], in: environment, at: Sample.day(1)) == [
          "half": 1
        ])
      for other in AppStoreEnvironment.allCases where other != environment {
        #expect(try await ledger.histories(of: .user("u-\(other)"), in: environment) == [])
      }
    }
  }

  @Test("A user with two customers has both, and they stay two", .everyLedger)
  func links() async throws {
    for (customer, chain) in [("7040", "100"), ("7050", "200")] {
      try await ledger.append(
        Sample.notification(chain, Sample.fact(chain, customer: customer)), at: 1)
      #expect(try await ledger.link("ada", to: .appTransactionId(customer), at: 1))
    }
    #expect(try await !ledger.link("ada", to: .appTransactionId("1"), at: 1))
    let both = try await ledger.histories(of: .user("ada"))
    #expect(both.map(\.appTransactionId) == ["7040", "7050"])
    #expect(try await ledger.only(.appTransactionId("7040"))?.transactions.count == 1)
  }

  @Test("User ids are compared byte by byte", .everyLedger)
  func exactUsers() async throws {
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    let users = ["zo\u{EB}", "a\u{0}b", "007", "18446744073709551616", "7"]
    for user in users {
      try await ledger.link(user, to: .appTransactionId("7040"), at: 1)
      #expect(try await ledger.histories(of: .user(user)).count == 1)
    }
    for stranger in ["zoe\u{308}", "a", "a\u{0}", "07", "18446744073709551617", "ZO\u{EB}"] {
      #expect(try await ledger.histories(of: .user(stranger)) == [])
    }
  }
}
