import HTTPTransport
import NIOCore
import Synchronization
import Testing

@Suite("A budget for bodies")
struct BodyBudgetTests {
  private let budget = BodyBudget(bytes: 1 << 20)

  private static let one = ClientAddress(v4: 0xC000_0207)
  private static let other = ClientAddress(v4: 0xC000_0208)
  private static let free = BodyBudget.freeBytes
  private static let start = NIODeadline.now()

  /// A body that holds so many counted bytes.
  private static func body(
    _ budget: BodyBudget, _ bytes: Int, _ share: BodyBudget.Share, _ owner: ClientAddress,
    at now: NIODeadline = start
  ) -> BodyReservation? {
    let reservation = BodyReservation(budget)
    return reservation.grow(to: free + bytes, share, owner, at: now) ? reservation : nil
  }

  @Test("an address holds an eighth, all together hold all, and what was given back is free")
  func shares() throws {
    let budget = BodyBudget(bytes: 64 << 20)
    let eighth = 7 << 20
    func body(
      _ bytes: Int, _ share: BodyBudget.Share, _ owner: ClientAddress
    ) -> BodyReservation? {
      Self.body(budget, bytes, share, owner)
    }
    let first = try #require(body(eighth, .general, Self.one))
    #expect(body(1, .general, Self.one) == nil)
    let more = (1...7).map { body(eighth, .general, ClientAddress(v4: UInt32($0))) }
    #expect(more.allSatisfy { $0 != nil })
    #expect(budget.used(.general) == 56 << 20)
    #expect(body(1, .general, Self.other) == nil)
    // The App Store's share is its own, and an eighth of it each address's.
    let reserved = [body(1 << 20, .reserved, Self.one), body(1 << 20, .reserved, Self.other)]
    #expect(reserved.allSatisfy { $0 != nil })
    #expect(body(1, .reserved, Self.one) == nil)
    first.release()
    #expect(first.hasRoom(for: Self.free + eighth, .general, Self.other, at: Self.start))
    #expect(!first.hasRoom(for: Self.free + eighth + 1, .general, Self.other, at: Self.start))
    withExtendedLifetime((more, reserved)) {}
  }

  @Test("an address that holds nothing is forgotten")
  func forgotten() {
    for number in 0..<1000 {
      #expect(Self.body(budget, 5, .general, ClientAddress(v4: UInt32(number))) != nil)
    }
    #expect(budget.addressCount == 0)
    #expect(budget.used(.general) == 0)
  }

  @Test("the first bytes of a body count for nothing, the others once, and come back once")
  func reservation() {
    do {
      let reservation = BodyReservation(budget)
      func grow(_ bytes: Int) -> Bool {
        reservation.grow(to: bytes, .general, Self.one, at: Self.start)
      }
      #expect(grow(4096))
      #expect(budget.used(.general) == 0)
      #expect(grow(5000) && grow(6000))
      #expect(budget.used(.general) == 6000 - 4096)
      // An eighth of 896 KiB.
      #expect(!grow(4096 + 112 << 10 + 1))
      #expect(budget.used(.general) == 6000 - 4096)
      reservation.release()
      reservation.release()
      #expect(budget.used(.general) == 0)
      #expect(grow(5000))
    }
    #expect(budget.used(.general) == 0)
  }

  private final class Dropped: Sendable {
    let names = Mutex<[String]>([])
  }

  @Test("a body that stalls gives up its room to one that arrives, the longest stalled first")
  func stalled() throws {
    // 896 KiB for all and 112 KiB for each: eight addresses fill it.
    let dropped = Dropped()
    let holders = try (1...8).map { number in
      let holder = try #require(
        Self.body(
          budget, 112 << 10, .general, ClientAddress(v4: UInt32(number)),
          at: Self.start + .milliseconds(Int64(number))))
      holder.whenDropped { dropped.names.withLock { $0.append("\(number)") } }
      return holder
    }
    func arrives(at milliseconds: Int64, _ bytes: Int = 1) -> BodyReservation? {
      Self.body(budget, bytes, .general, Self.other, at: Self.start + .milliseconds(milliseconds))
    }
    // None has stalled for half a second yet, and the first one goes on.
    #expect(arrives(at: 500) == nil)
    holders[0].noteProgress(at: Self.start + .milliseconds(500))
    let small = arrives(at: 600)
    #expect(small != nil)
    #expect(dropped.names.withLock { $0 } == ["2"])
    // The room of one is enough for two.
    let more = arrives(at: 600, 100 << 10)
    #expect(more != nil)
    #expect(dropped.names.withLock { $0 } == ["2"])
    #expect(budget.used(.general) == 7 * 112 << 10 + 1 + 100 << 10)
    // The dropped body releases nothing a second time.
    holders[1].release()
    #expect(budget.used(.general) == 7 * 112 << 10 + 1 + 100 << 10)
    withExtendedLifetime((holders, small, more)) {}
  }

  @Test("a body that stalled longest and grows gives up its own room, and is counted once")
  func stalledItself() {
    let holders = (1...8).map {
      Self.body(
        budget, ($0 == 1 ? 100 : 112) << 10, .general, ClientAddress(v4: UInt32($0)),
        at: Self.start + .milliseconds(Int64($0)))
    }
    let filler = Self.body(budget, 12 << 10, .general, Self.other, at: Self.start + .seconds(9))
    let grows = holders[0]?.grow(
      to: BodyBudget.freeBytes + 101 << 10, .general, ClientAddress(v4: 1),
      at: Self.start + .seconds(10))
    #expect(grows == false)
    #expect(budget.used(.general) == 7 * 112 << 10 + 12 << 10)
    holders[0]?.release()
    #expect(budget.used(.general) == 7 * 112 << 10 + 12 << 10)
    withExtendedLifetime((holders, filler)) {}
  }

  @Test("bodies that stall on the way to one share make no room in the other")
  func stalledElsewhere() {
    // 128 KiB are the App Store's.
    let holders = (1...8).map {
      Self.body(budget, 16 << 10, .reserved, ClientAddress(v4: UInt32($0)))
    }
    let general = (1...8).map {
      Self.body(budget, 112 << 10, .general, ClientAddress(v4: UInt32($0)))
    }
    let later = Self.start + .seconds(1)
    #expect(Self.body(budget, 16 << 10, .reserved, Self.one, at: later) != nil)
    #expect(budget.used(.general) == 896 << 10)
    withExtendedLifetime((holders, general)) {}
  }
}
