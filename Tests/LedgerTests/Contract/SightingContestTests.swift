import AppStore
import PaywallCatalog
import Ledger
import PaywallSubscribers
import Testing

/// What a doubt about an id costs the customer who raised it, and what settles it.
@Suite struct SightingContestTests {
  private static func provisional(_ id: String) -> SightingClaim {
    var claim = Sample.claim(anonymous: id)
    claim.customer = CustomerIdentity(originalTransactionIds: ["100"])
    return claim
  }

  /// Stores a purchase whose customer Apple has not named.
  private static func buy(in ledger: any Ledger) async throws {
    let nameless = try Evidence(
      transactions: [Sample.transaction(Sample.fact("100", customer: nil))])
    _ = try await ledger.append(nameless, user: nil, at: Sample.day(0))
  }

  /// Apple names the customer of that purchase.
  private static func name(in ledger: any Ledger) async throws {
    let named = Sample.fact("101", chain: "100", signed: 3)
    _ = try await ledger.append(Sample.notification("n", named), at: Sample.day(3))
  }

  @Test(
    "A customer whom Apple names is in no doubt with themselves", arguments: LedgerKind.allCases)
  func ownDoubts(kind: LedgerKind) async throws {
    try await kind.withLedger { ledger in
      try await ledger.add(customers: "7040", "7050")
      try await Self.buy(in: ledger)
      for number in 1...5 {
        #expect(try await ledger.see(Sample.claim(anonymous: "d\(number)")) == [.new])
        #expect(try await ledger.see(Self.provisional("d\(number)")) == [.contested])
      }
      for number in 6...8 {
        #expect(try await ledger.see(Self.provisional("d\(number)")) == [.new])
        #expect(try await ledger.see(Sample.claim(anonymous: "d\(number)")) == [.contested])
      }
      try await Self.name(in: ledger)
      // Eight ids of one person, of whom no one else said anything.
      for number in 1...8 {
        #expect(try await ledger.seen("d\(number)") == ["anonymousId 7040"])
      }
      // Another's doubt is one.
      #expect(try await ledger.see(Sample.claim("7050", anonymous: "d1")) == [.contested])
      #expect(try await ledger.seen("d1") == ["anonymousId 7040 contested"])
    }
  }

  @Test(
    "Doubts about others go along when Apple names a customer, and those of others stay",
    arguments: LedgerKind.allCases)
  func othersDoubts(kind: LedgerKind) async throws {
    try await kind.withLedger { ledger in
      try await ledger.add(customers: "7040", "7050")
      try await Self.buy(in: ledger)
      #expect(try await ledger.see(Self.provisional("own")) == [.new])
      #expect(try await ledger.see(Sample.claim("7050", anonymous: "own")) == [.contested])
      for number in 1...6 {
        #expect(try await ledger.see(Sample.claim("7050", anonymous: "d\(number)")) == [.new])
        #expect(try await ledger.see(Self.provisional("d\(number)")) == [.contested])
      }
      try await Self.name(in: ledger)
      #expect(try await ledger.seen("own") == ["anonymousId 7040 contested"])
      #expect(try await ledger.seen("d1") == ["anonymousId 7050 contested"])
      // One id and six doubts: one more is the eighth.
      #expect(try await ledger.see(Sample.claim(anonymous: "d7")) == [.new])
      #expect(try await ledger.see(Sample.claim(anonymous: "d8")) == [.tooMany])
    }
  }

  @Test(
    "An id that proof settles after a doubt has one place", arguments: LedgerKind.allCases)
  func settled(kind: LedgerKind) async throws {
    try await kind.withLedger { ledger in
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
      // What another took first without proof has its place for as long as the person has the id.
      for number in 10...13 {
        #expect(try await ledger.see(Sample.claim("7050", user: "user-\(number)")) == [.new])
      }
      #expect(try await ledger.see(Sample.claim("7050", user: "user-14")) == [.tooMany])
    }
  }

  @Test(
    "A doubt outlasts the customer who raised it, and takes no place once its id is erased",
    arguments: LedgerKind.allCases)
  func erased(kind: LedgerKind) async throws {
    try await kind.withLedger { ledger in
      try await ledger.add(customers: "7040", "7050", "7060")
      for number in 1...8 {
        let user = "user-\(number)"
        _ = try await ledger.see(Sample.claim(user: user))
        #expect(try await ledger.see(Sample.claim("7050", user: user)) == [.contested])
      }
      _ = try await ledger.forget(.user("user-1"), in: .production, at: Sample.day(2))
      #expect(try await ledger.see(Sample.claim("7050", user: "bob")) == [.new])
      _ = try await ledger.forget(.appTransactionId("7050"), in: .production, at: Sample.day(2))
      #expect(try await ledger.seen("user-2") == ["userId 7040 contested"])
      // Nobody else can put it in more doubt, so it costs no one a place.
      #expect(try await ledger.see(Sample.claim("7060", user: "user-2")) == [.contested])
    }
  }
}
