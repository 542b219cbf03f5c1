import AppStore
import Ledger
import PaywallCatalog
import Testing

/// The cost of a doubt about an id for the customer who raised it, and the ways to settle it.
@Suite struct SightingContestTests {
  @Test("A customer whom Apple names is in no doubt with themselves", .everyLedger)
  func ownDoubts() async throws {
    try await ledger.add(customers: "7040", "7050")
    try await ledger.buyNameless()
    for number in 1...5 {
      #expect(try await ledger.see(Sample.claim(anonymous: "d\(number)")) == [.new])
      #expect(try await ledger.see(Sample.provisional("d\(number)")) == [.contested])
    }
    for number in 6...8 {
      #expect(try await ledger.see(Sample.provisional("d\(number)")) == [.new])
      #expect(try await ledger.see(Sample.claim(anonymous: "d\(number)")) == [.contested])
    }
    try await ledger.nameCustomer()
    // Eight ids of one person, whom nobody else claimed.
    for number in 1...8 {
      #expect(try await ledger.seen("d\(number)") == ["anonymousId 7040"])
    }
    // A claim by another customer is a doubt.
    #expect(try await ledger.see(Sample.claim("7050", anonymous: "d1")) == [.contested])
    #expect(try await ledger.seen("d1") == ["anonymousId 7040 contested"])
  }

  @Test(
    "Doubts about others go along when Apple names a customer, and those of others stay",
    .everyLedger)
  func othersDoubts() async throws {
    try await ledger.add(customers: "7040", "7050")
    try await ledger.buyNameless()
    #expect(try await ledger.see(Sample.provisional("own")) == [.new])
    #expect(try await ledger.see(Sample.claim("7050", anonymous: "own")) == [.contested])
    for number in 1...6 {
      #expect(try await ledger.see(Sample.claim("7050", anonymous: "d\(number)")) == [.new])
      #expect(try await ledger.see(Sample.provisional("d\(number)")) == [.contested])
    }
    try await ledger.nameCustomer()
    #expect(try await ledger.seen("own") == ["anonymousId 7040 contested"])
    #expect(try await ledger.seen("d1") == ["anonymousId 7050 contested"])
    // One id and six doubts take seven places: one more is the eighth.
    #expect(try await ledger.see(Sample.claim(anonymous: "d7")) == [.new])
    #expect(try await ledger.see(Sample.claim(anonymous: "d8")) == [.tooMany])
  }

  @Test("Who doubts an id with a customer's other half goes on doubting it alone", .everyLedger)
  func doubtsOfTwo() async throws {
    try await ledger.add(customers: "7040", "7050")
    try await ledger.buyNameless()
    // First the other half, then the other person, and the reverse.
    for (id, claims) in [
      ("d1", [Sample.provisional("d1"), Sample.claim("7050", anonymous: "d1")]),
      ("d2", [Sample.claim("7050", anonymous: "d2"), Sample.provisional("d2")]),
      ("d3", [Sample.provisional("d3")]),
    ] {
      #expect(try await ledger.see(Sample.claim(anonymous: id)) == [.new])
      for claim in claims { #expect(try await ledger.see(claim) == [.contested]) }
    }
    // The other half was seen first.
    #expect(try await ledger.see(Sample.provisional("d4")) == [.new])
    #expect(try await ledger.see(Sample.claim(anonymous: "d4")) == [.contested])
    #expect(try await ledger.see(Sample.claim("7050", anonymous: "d4")) == [.contested])
    // The proof comes later.
    #expect(try await ledger.see(Sample.provisional("d5")) == [.new])
    #expect(try await ledger.see(Sample.claim("7050", anonymous: "d5")) == [.contested])
    let proof = Sample.claim(anonymous: "d5", vouchedBy: .server)
    #expect(try await ledger.see(proof) == [.new])
    try await ledger.nameCustomer()
    for id in ["d1", "d2", "d4"] {
      #expect(try await ledger.seen(id) == ["anonymousId 7040 contested"])
    }
    #expect(try await ledger.seen("d3") == ["anonymousId 7040"])
    #expect(try await ledger.seen("d5") == ["anonymousId 7040 proved contested"])
    // Each of the four doubts has its place, and so have four more ids.
    for number in 1...4 {
      #expect(try await ledger.see(Sample.claim("7050", user: "user-\(number)")) == [.new])
    }
    #expect(try await ledger.see(Sample.claim("7050", user: "user-5")) == [.tooMany])
  }

  @Test("What both halves of a customer doubt has one place", .everyLedger)
  func sameDoubts() async throws {
    try await ledger.add(customers: "7040", "7050")
    try await ledger.buyNameless()
    for number in 1...7 {
      #expect(try await ledger.see(Sample.claim("7050", anonymous: "d\(number)")) == [.new])
      #expect(try await ledger.see(Sample.provisional("d\(number)")) == [.contested])
      #expect(try await ledger.see(Sample.claim(anonymous: "d\(number)")) == [.contested])
    }
    try await ledger.nameCustomer()
    #expect(try await ledger.see(Sample.claim(anonymous: "own")) == [.new])
    #expect(try await ledger.seen("own") == ["anonymousId 7040"])
    #expect(try await ledger.see(Sample.claim(anonymous: "own-2")) == [.tooMany])
  }

  @Test(
    "A doubt of an erased customer is settled by nobody, and what others doubt with it is free",
    .everyLedger)
  func erasedWithOthers() async throws {
    try await ledger.add(customers: "7040", "7050")
    try await ledger.buyNameless()
    for number in 1...8 {
      let id = "d\(number)"
      #expect(try await ledger.see(Sample.claim(anonymous: id)) == [.new])
      #expect(try await ledger.see(Sample.provisional(id)) == [.contested])
      #expect(try await ledger.see(Sample.claim("7050", anonymous: id)) == [.contested])
    }
    try await ledger.forget(.appTransactionId("7050"), at: 2)
    #expect(try await ledger.see(Sample.provisional("own")) == [.new])
    try await ledger.forget(.user("own"), at: 2)
    try await ledger.nameCustomer()
    #expect(try await ledger.seen("d1") == ["anonymousId 7040 contested"])
  }

  @Test(
    "An id that everybody's app sends is doubted by eight, and costs the others no place",
    .everyLedger)
  func sharedId() async throws {
    for number in 0...9 {
      try await ledger.add(customers: "80\(number)")
      let outcomes = try await ledger.see(Sample.claim("80\(number)", anonymous: "shared"))
      #expect(outcomes == [number == 0 ? .new : .contested])
    }
    #expect(try await ledger.seen("shared") == ["anonymousId 800 contested"])
    for (customer, room) in [("808", 7), ("809", 8)] {
      for number in 1...room {
        let claim = Sample.claim(customer, user: "\(customer)-\(number)")
        #expect(try await ledger.see(claim) == [.new])
      }
      #expect(try await ledger.see(Sample.claim(customer, user: customer)) == [.tooMany])
    }
  }

  @Test("An id that proof settles after a doubt has one place", .everyLedger)
  func settled() async throws {
    try await ledger.add(customers: "7040", "7050", "7060")
    for number in 1...8 {
      let user = "user-\(number)"
      #expect(
        try await ledger.see(Sample.claim(number > 4 ? "7050" : "7060", user: user)) == [.new])
      #expect(try await ledger.see(Sample.claim(user: user)) == [.contested])
    }
    // All eight are this customer's, as their server says.
    for number in 1...8 {
      let user = "user-\(number)"
      #expect(try await ledger.see(Sample.claim(user: user, vouchedBy: .proof)) == [.new])
      #expect(try await ledger.seen(user) == ["userId 7040 proved contested"])
    }
    #expect(try await ledger.see(Sample.claim(user: "user-9")) == [.tooMany])
    // An id that another customer took first, without proof, keeps its place while the person has
    // the id.
    for number in 10...13 {
      #expect(try await ledger.see(Sample.claim("7050", user: "user-\(number)")) == [.new])
    }
    #expect(try await ledger.see(Sample.claim("7050", user: "user-14")) == [.tooMany])
  }

  @Test(
    "A doubt outlasts the customer who raised it, and takes no place once its id is erased",
    .everyLedger)
  func erased() async throws {
    try await ledger.add(customers: "7040", "7050", "7060")
    for number in 1...8 {
      let user = "user-\(number)"
      try await ledger.see(Sample.claim(user: user))
      #expect(try await ledger.see(Sample.claim("7050", user: user)) == [.contested])
    }
    try await ledger.forget(.user("user-1"), at: 2)
    #expect(try await ledger.see(Sample.claim("7050", user: "bob")) == [.new])
    try await ledger.forget(.appTransactionId("7050"), at: 2)
    #expect(try await ledger.seen("user-2") == ["userId 7040 contested"])
    // It cannot get into more doubt, so it costs no one a place.
    #expect(try await ledger.see(Sample.claim("7060", user: "user-2")) == [.contested])
  }
}
