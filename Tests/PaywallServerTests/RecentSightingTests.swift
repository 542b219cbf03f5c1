import Ledger
import PaywallCatalog
import Subscribers
@testable import PaywallServer
import Testing

@Suite("Sightings that the ledger had a moment ago")
struct RecentSightingTests {
  private let now = time("2026-12-05T12:00:00Z")

  private func claim(_ number: Int = 1) -> SightingClaim {
    SightingClaim(
      environment: .production, visitor: VisitorIdentity(anonymousId: "device-\(number)"),
      customer: CustomerIdentity(appTransactionId: "7040"), route: .placement, voucher: .client)
  }

  @Test("only what changes nothing is remembered, for a minute at most")
  func remembers() {
    var recent = RecentSightings()
    for outcomes in [[.new], [], [.already, .contested], [.tooMany]] as [[SightingOutcome]] {
      recent.note(claim(), outcomes, at: now)
      #expect(recent.outcomes(of: claim(), at: now) == nil)
    }
    recent.note(claim(), [.already], at: now)
    #expect(recent.outcomes(of: claim(), at: now) == [.already])
    #expect(recent.outcomes(of: claim(2), at: now) == nil)
    var proved = claim()
    proved.voucher = .server
    #expect(recent.outcomes(of: proved, at: now) == nil)
    let later = now.adding(milliseconds: 59_999)
    #expect(recent.outcomes(of: claim(), at: later) == [.already])
    #expect(recent.outcomes(of: claim(), at: now.adding(milliseconds: 60_000)) == nil)
    #expect(recent.outcomes(of: claim(), at: now.adding(milliseconds: -1)) == nil)
    // One that goes on being sent is asked for again after a while.
    recent.note(claim(2), [.already], at: now.adding(milliseconds: 31_000))
    #expect(recent.outcomes(of: claim(), at: now.adding(milliseconds: 60_999)) == [.already])
    #expect(recent.outcomes(of: claim(), at: now.adding(milliseconds: 61_000)) == nil)
  }

  @Test("however many are sent, the newest are remembered and the rest are forgotten")
  func bounded() {
    var recent = RecentSightings()
    for number in 1...10_000 { recent.note(claim(number), [.already], at: now) }
    let known = (1...10_000).filter { recent.outcomes(of: claim($0), at: now) != nil }
    #expect(known.count <= 4096 && known.contains(10_000) && !known.contains(1))
  }
}
