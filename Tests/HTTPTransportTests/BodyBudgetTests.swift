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
    #expect(budget.take(eighth, .general, Self.one))
    #expect(!budget.take(1, .general, Self.one))
    for number in 1...7 {
      #expect(budget.take(eighth, .general, ClientAddress(v4: UInt32(number))))
    }
    #expect(budget.held(.general) == 56 << 20)
    #expect(!budget.take(1, .general, Self.other))
    // The App Store's share is its own, and an eighth of it each address's.
    #expect(budget.take(1 << 20, .reserved, Self.one))
    #expect(!budget.take(1, .reserved, Self.one))
    #expect(budget.take(1 << 20, .reserved, Self.other))
    budget.giveBack(1, .general, Self.one)
    #expect(budget.hasRoom(for: 1, .general, Self.one))
    #expect(!budget.hasRoom(for: 2, .general, Self.one))
    #expect(!budget.hasRoom(for: 2, .general, Self.other))
    #expect(budget.take(1, .general, Self.other))
  }

  @Test("an address that holds nothing is forgotten")
  func forgotten() {
    let budget = BodyBudget(bytes: 1 << 20)
    for number in 0..<1000 {
      let owner = ClientAddress(v4: UInt32(number))
      #expect(budget.take(5, .general, owner))
      budget.giveBack(5, .general, owner)
    }
    #expect(budget.addressCount == 0)
    #expect(budget.held(.general) == 0)
  }

  @Test("the first bytes of a body count for nothing, the others once, and come back once")
  func reservation() {
    let budget = BodyBudget(bytes: 1 << 20)
    do {
      let reservation = BodyReservation(budget)
      #expect(reservation.hold(4096, .general, Self.one))
      #expect(budget.held(.general) == 0)
      #expect(reservation.hold(5000, .general, Self.one))
      #expect(reservation.hold(6000, .general, Self.one))
      #expect(budget.held(.general) == 6000 - 4096)
      // An eighth of 896 KiB.
      #expect(!reservation.hold(4096 + 112 << 10 + 1, .general, Self.one))
      #expect(budget.held(.general) == 6000 - 4096)
      reservation.release()
      reservation.release()
      #expect(budget.held(.general) == 0)
      #expect(reservation.hold(5000, .general, Self.one))
    }
    #expect(budget.held(.general) == 0)
  }
}
