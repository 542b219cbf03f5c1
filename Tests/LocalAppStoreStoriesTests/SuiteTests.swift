import LocalAppStore
import LocalAppStoreServer
@testable import LocalAppStoreStories
import PaywallCatalog
import Testing

/// The stories of Tests/Stories against a server of ours, over sockets.
struct SuiteTests {
  private static let stories = (try? suite()) ?? []

  @Test("There are at least twenty stories, and each can be read")
  func count() throws {
    #expect(try suite().count >= 20)
  }

  @Test("A story ends as it says", arguments: stories.map(\.name))
  func story(name: String) async throws {
    let story = try #require(Self.stories.first { $0.name == name })
    let result = try await run(story)
    #expect(result.text == "")
  }

  // Lost notifications are missing here: nothing makes up for them until the server asks Apple's
  // API for the history, which is a later issue.
  @Test(
    "It ends so when everything arrives twice, beside what is forged, out of order and late",
    arguments: stories.map(\.name))
  func badDay(name: String) async throws {
    var story = try #require(Self.stories.first { $0.name == name })
    var faults = DeliveryFaults(seed: 7)
    (faults.doubled, faults.garbage) = (.all, .all)
    (faults.outOfOrder, faults.late) = (.all, try #require(BasisPoints(percent: "40%")))
    faults.lateness = Period(days: 400)
    story.given.faults = faults
    // The server's knowledge in between depends on what has arrived by then. The end is checked
    // once everything has.
    var steps = story.steps.filter { $0.isFinal || !$0.action.isBelief }
    steps.insert(
      Story.Step(
        range: steps[0].range, isFinal: false, action: .inject(DeliveryFaults(seed: 7))),
      at: steps.firstIndex { $0.isFinal } ?? steps.endIndex)
    story.steps = steps.filter { step in
      if case .sent = step.action { false } else { true }
    }
    let result = try await run(story)
    #expect(result.text == "")
    let hit = Set(result.notifications.flatMap { $0.faults ?? [] }.map(\.fault))
    #expect(!hit.isEmpty)
    let forged = result.notifications.flatMap { $0.faults ?? [] }.filter {
      DeliveryFaults.Forgery(rawValue: $0.fault) != nil
    }
    #expect(!forged.contains { $0.result == "SUCCESS" }, "nothing forged was accepted")
  }
}

extension Story.Action {
  /// A check of the server's knowledge, whose result depends on the notifications that have
  /// arrived.
  fileprivate var isBelief: Bool {
    if case .server = self { true } else { false }
  }
}
