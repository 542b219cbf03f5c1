import HTTPTransport
import Testing

@Suite("A budget for bodies")
struct BodyBudgetTests {
  private static let one = ClientAddress(v4: 0xC000_0207)
  private static let other = ClientAddress(v4: 0xC000_0208)

  @Test("an address holds an eighth, all together hold all, and what was given back is free")
  func shares() {
    let budget = BodyBudget(bytes: 64 << 20)
    let eighth = 7 << 20
    #expect(budget.reserve(eighth, .general, Self.one))
    #expect(!budget.reserve(1, .general, Self.one))
    for number in 1...7 {
      #expect(budget.reserve(eighth, .general, ClientAddress(v4: UInt32(number))))
    }
    #expect(budget.used(.general) == 56 << 20)
    #expect(!budget.reserve(1, .general, Self.other))
    // The App Store's share is its own, and an eighth of it each address's.
    #expect(budget.reserve(1 << 20, .reserved, Self.one))
    #expect(!budget.reserve(1, .reserved, Self.one))
    #expect(budget.reserve(1 << 20, .reserved, Self.other))
    budget.release(1, .general, Self.one)
    #expect(budget.hasRoom(for: 1, .general, Self.one))
    #expect(!budget.hasRoom(for: 2, .general, Self.one))
    #expect(!budget.hasRoom(for: 2, .general, Self.other))
    #expect(budget.reserve(1, .general, Self.other))
  }

  @Test("an address that holds nothing is forgotten")
  func forgotten() {
    let budget = BodyBudget(bytes: 1 << 20)
    for number in 0..<1000 {
      let owner = ClientAddress(v4: UInt32(number))
      #expect(budget.reserve(5, .general, owner))
      budget.release(5, .general, owner)
    }
    #expect(budget.addressCount == 0)
    #expect(budget.used(.general) == 0)
  }

  @Test("the first bytes of a body count for nothing, the others once, and come back once")
  func reservation() {
    let budget = BodyBudget(bytes: 1 << 20)
    do {
      let reservation = BodyReservation(budget)
      #expect(reservation.grow(to: 4096, .general, Self.one))
      #expect(budget.used(.general) == 0)
      #expect(reservation.grow(to: 5000, .general, Self.one))
      #expect(reservation.grow(to: 6000, .general, Self.one))
      #expect(budget.used(.general) == 6000 - 4096)
      // An eighth of 896 KiB.
      #expect(!reservation.grow(to: 4096 + 112 << 10 + 1, .general, Self.one))
      #expect(budget.used(.general) == 6000 - 4096)
      reservation.release()
      reservation.release()
      #expect(budget.used(.general) == 0)
      #expect(reservation.grow(to: 5000, .general, Self.one))
    }
    #expect(budget.used(.general) == 0)
  }
}
