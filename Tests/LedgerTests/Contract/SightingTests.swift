import AppStore
import PaywallCatalog
import Subscribers
import Testing

@testable import Ledger

@Suite struct SightingTests {
  private static let lower = "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"

  @Test("A visitor and a customer are joined once", .everyLedger)
  func joins() async throws {
    let claim = Sample.claim(user: "ada", anonymous: "d1", route: .placement)
    #expect(try await ledger.see(claim) == [])
    try await ledger.add(customers: "7040")
    #expect(try await ledger.see(claim) == [.new, .new])
    #expect(try await ledger.see(claim, at: 2) == [.already, .already])
    let expected = Sighting(
      unit: "d1", kind: .anonymousId, customer: CustomerIdentity(appTransactionId: "7040"),
      firstSeen: Sample.day(1), route: .placement)
    #expect(try await ledger.sightings(ofId: "d1", in: .production) == [expected])
    #expect(try await ledger.sightings(ofId: "d1", in: .sandbox) == [])
    let all = try await ledger.sightings(of: .appTransactionId("7040"), in: .production)
    #expect(all.map(\.unit) == ["ada", "d1"])
  }

  @Test("It opens, links and enrols nothing", .everyLedger)
  func opensNothing() async throws {
    try await ledger.add(customers: "7040")
    try await ledger.see(Sample.claim(user: "ada", anonymous: "d1", vouchedBy: .server))
    #expect(try await ledger.histories(of: .user("ada")) == [])
    #expect(!ledger.mayHaveAssignments(of: "ada"))
    // An id that was only seen is not a known user's: it can still be an alias.
    #expect(try await ledger.claim("ada", "bob") == .new)
  }

  @Test("Whatever receipts come with an id, its first customer stays", .everyLedger)
  func contested() async throws {
    try await ledger.add(customers: "7040", "7050", "7060")
    #expect(try await ledger.see(Sample.claim(user: "ada")) == [.new])
    for customer in ["7050", "7060", "7050"] {
      #expect(try await ledger.see(Sample.claim(customer, user: "ada")) == [.contested])
    }
    #expect(try await ledger.seen("ada") == ["userId 7040 contested"])
    for customer in ["7050", "7060"] {
      #expect(try await ledger.sightings(of: .appTransactionId(customer), in: .production) == [])
    }
    #expect(try await ledger.see(Sample.claim(user: "ada")) == [.already])
  }

  @Test("A proof goes before whoever came first without one", .everyLedger)
  func proved() async throws {
    try await ledger.add(customers: "7040", "7050", "7060")
    // The attacker knows the user's id, and comes first.
    #expect(try await ledger.see(Sample.claim("7050", user: "ada")) == [.new])
    #expect(try await ledger.see(Sample.claim(user: "ada")) == [.contested])
    let claim = Sample.claim(user: "ada", anonymous: "d1", vouchedBy: .proof)
    #expect(try await ledger.see(claim, at: 2) == [.new, .new])
    #expect(try await ledger.seen("ada") == ["userId 7040 proved contested"])
    // The proof is of the user id alone.
    #expect(try await ledger.seen("d1") == ["anonymousId 7040"])
    let other = Sample.claim("7060", user: "ada", vouchedBy: .server)
    #expect(try await ledger.see(other) == [.contested])
    // A later proof is kept with the earlier ones.
    try await ledger.see(Sample.claim("7050", user: "bob"))
    let late = Sample.claim("7050", user: "bob", vouchedBy: .server)
    #expect(try await ledger.see(late) == [.already])
    #expect(try await ledger.seen("bob") == ["userId 7050 proved"])
    // A stranger's claim of the same id, without proof, leaves no doubt.
    #expect(try await ledger.see(Sample.claim(user: "bob")) == [.contested])
    #expect(try await ledger.seen("bob") == ["userId 7050 proved"])
  }

  @Test("One receipt with many ids is set aside, and takes no one's place", .everyLedger)
  func tooMany() async throws {
    try await ledger.add(customers: "7040", "7050")
    for number in 1...8 {
      #expect(try await ledger.see(Sample.claim("7050", user: "user-\(number)")) == [.new])
    }
    #expect(try await ledger.see(Sample.claim(user: "user-1")) == [.contested])
    #expect(try await ledger.seen("user-1") == ["userId 7050 contested"])
    for number in 9...30 {
      let claim = Sample.claim("7050", user: "user-\(number)", anonymous: "d\(number)")
      #expect(try await ledger.see(claim) == [.tooMany, .tooMany])
      #expect(try await ledger.seen("user-\(number)") == [])
    }
    #expect(try await ledger.seen("user-2") == ["userId 7050 setAside"])
    #expect(try await ledger.see(Sample.claim("7050", user: "user-2")) == [.already])
    #expect(try await ledger.see(Sample.claim(user: "user-2")) == [.new])
    #expect(try await ledger.seen("user-2") == ["userId 7040 contested"])
    // A place that became free is not taken again.
    #expect(try await ledger.see(Sample.claim("7050", user: "user-31")) == [.tooMany])
    let left = try await ledger.sightings(of: .appTransactionId("7050"), in: .production)
    #expect(left.count == 7 && left.allSatisfy(\.isSetAside))
  }

  @Test(
    "One receipt puts no more ids of others in doubt than it could have of its own", .everyLedger)
  func contests() async throws {
    try await ledger.add(customers: "7040", "7050", "7060")
    for number in 1...8 {
      try await ledger.see(Sample.claim(number > 4 ? "7040" : "7060", user: "user-\(number)"))
    }
    #expect(try await ledger.see(Sample.claim("7050", user: "own")) == [.new])
    for _ in 1...2 {
      for number in 1...7 {
        let claim = Sample.claim("7050", user: "user-\(number)")
        #expect(try await ledger.see(claim) == [.contested])
      }
    }
    #expect(try await ledger.seen("own") == ["userId 7050"])
    #expect(try await ledger.see(Sample.claim("7050", user: "user-8")) == [.tooMany])
    #expect(try await ledger.seen("user-8") == ["userId 7040"])
    #expect(try await ledger.seen("own") == ["userId 7050 setAside"])
    // An erased customer begins anew.
    try await ledger.forget(.appTransactionId("7050"), at: 2)
    try await ledger.add(customers: "7050")
    #expect(try await ledger.see(Sample.claim("7050", user: "user-8")) == [.contested])
  }

  @Test("A known user's id is no anonymous id", .everyLedger)
  func knownUser() async throws {
    try await ledger.add(customers: "7040", "7050")
    try await ledger.record(Sample.exposure("1", "ada", origin: .userId))
    #expect(try await ledger.see(Sample.claim("7050", anonymous: "ada")) == [.knownUser])
    #expect(try await ledger.see(Sample.claim(user: "ada")) == [.new])
    // Sent as both, it is a user's.
    #expect(try await ledger.see(Sample.claim(user: "bob", anonymous: "bob")) == [.new])
    #expect(try await ledger.seen("bob") == ["userId 7040"])
  }

  @Test("A UUID is one id in any letter case", .everyLedger)
  func form() async throws {
    try await ledger.add(customers: "7040", "7050")
    let upper = Self.lower.uppercased()
    #expect(try await ledger.see(Sample.claim(user: upper)) == [.new])
    #expect(try await ledger.see(Sample.claim(user: Self.lower)) == [.already])
    #expect(try await ledger.see(Sample.claim("7050", user: upper)) == [.contested])
    for id in [upper, Self.lower] {
      let found = try await ledger.sightings(ofId: id, in: .production)
      #expect(found.map(\.unit) == [Self.lower])
    }
    #expect(try await ledger.see(Sample.claim("7050", user: "ADA")) == [.new])
    #expect(try await ledger.see(Sample.claim(user: "ada")) == [.new])
  }

  @Test("A customer takes their sightings along when Apple names them", .everyLedger)
  func moves() async throws {
    try await ledger.add(customers: "7040")
    try await ledger.buyNameless()
    func provisional(_ id: String, at days: Double) async throws -> [SightingOutcome] {
      try await ledger.see(Sample.provisional(id), at: days)
    }
    for number in 1...5 {
      #expect(try await provisional("early-\(number)", at: 1) == [.new])
      #expect(try await ledger.see(Sample.claim(anonymous: "d\(number)"), at: 2) == [.new])
    }
    #expect(try await ledger.seen("early-1") == ["anonymousId 100"])
    try await ledger.nameCustomer()
    // Ten are too many: the oldest stay.
    let all = try await ledger.sightings(of: .appTransactionId("7040"), in: .production)
    #expect(all.map(\.unit) == (1...5).map { "early-\($0)" } + ["d1", "d2", "d3"])
    #expect(!all.map(\.isSetAside).contains(false))
    #expect(try await provisional("early-6", at: 4) == [.tooMany])
    #expect(try await ledger.seen("d4") == [])
  }

  @Test("A provisional customer alone keeps theirs", .everyLedger)
  func isNamed() async throws {
    try await ledger.buyNameless()
    #expect(try await ledger.see(Sample.provisional("d1")) == [.new])
    try await ledger.nameCustomer()
    let found = try await ledger.sightings(of: .appTransactionId("7040"), in: .production)
    #expect(found.map(\.unit) == ["d1"])
    #expect(
      found.map(\.customer)
        == [CustomerIdentity(appTransactionId: "7040", originalTransactionIds: ["100"])])
  }

  @Test("Forgetting a person forgets whom they were seen as", .everyLedger)
  func forgets() async throws {
    func fill() async throws {
      try await ledger.add(customers: "7040", "7050")
      try await ledger.see(Sample.claim(user: "ada", anonymous: "d1"))
      try await ledger.see(Sample.claim("7050", user: "bob", anonymous: "d2"))
    }
    try await fill()
    #expect(try await ledger.forget(.appTransactionId("7040"), at: 2) == 1)
    for id in ["ada", "d1"] { #expect(try await ledger.seen(id) == []) }
    #expect(try await ledger.seen("bob") == ["userId 7050"])

    try await fill()
    #expect(try await ledger.seen("ada") == ["userId 7040"])
    try await ledger.alias("d1", to: "ada", at: 2)
    _ = try await ledger.claim("d2", "ada")
    #expect(try await ledger.isRecorded("ada", in: .production))
    try await ledger.forget(.user("ada"), at: 3)
    for id in ["ada", "d1"] { #expect(try await ledger.seen(id) == []) }
    // The id could be anybody's, on an app's word alone.
    #expect(try await ledger.seen("d2") == ["anonymousId 7050"])
    #expect(try await ledger.isRecorded("bob", in: .production))
    try await ledger.forget(.user("bob"), at: 3)
    #expect(try await !ledger.isRecorded("bob", in: .production))
    #expect(try await ledger.seen("d2") == ["anonymousId 7050"])
  }

  @Test("Nothing crosses an environment", .everyLedger)
  func environments() async throws {
    try await ledger.add(customers: "7040")
    try await ledger.add(customers: "7040", in: .sandbox)
    #expect(try await ledger.see(Sample.claim(user: "ada")) == [.new])
    #expect(try await ledger.see(Sample.claim(user: "ada", in: .sandbox)) == [.new])
    try await ledger.forget(.user("ada"), in: .sandbox, at: 2)
    #expect(try await ledger.seen("ada") == ["userId 7040"])
    #expect(try await ledger.seen("ada", in: .sandbox) == [])
  }
}
