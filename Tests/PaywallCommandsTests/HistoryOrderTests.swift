import Testing

@testable import CommandSupport
@testable import PaywallCommands

@Suite("A history")
struct HistoryOrderTests {
  private func event(_ at: String, _ source: HistoryEvent.Source = .git) -> HistoryEvent {
    HistoryEvent(at: at, source: source, message: at, changes: [])
  }

  @Test("has the newest first, by the moment and not by its text")
  func moments() {
    // A fraction sorts before the "Z" of a whole second, as text.
    let events = [
      event("2026-11-26T12:00:00Z"), event("2026-11-26T12:00:00.250Z", .ledger),
      event("2026-11-25T12:00:00Z"), event("2026-11-26T13:00:00Z"),
    ]
    #expect(HistoryEvent.newestFirst(events).map(\.at) == [3, 1, 0, 2].map { events[$0].at })
  }

  @Test("begins with what is not committed, also beside an author whose clock is ahead")
  func open() {
    let events = [event("2026-11-26T13:00:00Z"), event("2026-11-26T12:00:00.250Z", .folder)]
    #expect(HistoryEvent.newestFirst(events).map(\.source) == [.folder, .git])
  }

  @Test("keeps git's order of commits of one second")
  func commits() {
    var events = ["third", "second", "first"].map {
      HistoryEvent(at: "2026-11-26T12:00:00Z", source: .git, message: $0, changes: [])
    }
    events.append(event("2026-11-26T11:00:00Z"))
    #expect(HistoryEvent.newestFirst(events).map(\.message) == events.map(\.message))
  }
}
