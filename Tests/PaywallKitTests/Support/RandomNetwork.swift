import Foundation
import PaywallCatalog
import PaywallKitTesting
import TestSupport

@testable import PaywallKit

/// A server that draws a variant anew each time, and a network to it that fails and is slow.
final class RandomNetwork: Sendable {
  private let server: FakeServer
  private let clock: StoppedClock
  private let random: Box<SplitMix>
  /// The longest delay of an answer, in milliseconds; 0 is at once.
  private let slowest = Box(0)
  private let isWell = Box(true)

  init(seed: Int, _ server: FakeServer, _ clock: StoppedClock) {
    self.server = server
    self.clock = clock
    random = Box(SplitMix(state: UInt64(seed) &+ 7_777))
  }

  func turnGood() {
    server.become(.well)
    isWell.change { $0 = true }
    slowest.change { $0 = 0 }
  }

  func turnBad(_ random: inout SplitMix) -> String {
    let moods: [FakeServer.Mood] = [
      .unreachable, .silent, .cutsAnswers, .losesAnswers, .refuses(status: 503, code: "x"),
    ]
    let number = random.below(moods.count + 3)
    guard number < moods.count else {
      turnGood()
      // Some answers come after the budget.
      slowest.change { $0 = 5000 }
      return "the server is slow"
    }
    server.become(moods[number])
    isWell.change { $0 = false }
    return "the server fails"
  }

  var transport: Transport {
    let base = server.transport
    let sleep = clock.device(Timestamp(Shop.start)).sleep
    return { [self] request in
      let slowest = slowest.value
      let delay = slowest == 0 ? 0 : random.change { $0.below(slowest) }
      if delay > 0 { try await sleep(.milliseconds(delay)) }
      let answer = try await base(request)
      guard isWell.value, request.url.lastPathComponent == "onboarding" else { return answer }
      let name = random.change { $0.below(2) == 0 ? "a" : "b" }
      return try await answering(
        variant(name), control: "no-store", date: answer[header: "Date"] ?? "")(request)
    }
  }
}
