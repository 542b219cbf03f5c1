import Foundation
import PaywallCatalog
import TestSupport
import Testing

@testable import PaywallKit

/// A clock that stands still until the test moves it, so that no machine is too slow for a test.
final class StoppedClock: Sendable {
  private struct Sleeper {
    let time: Duration
    let end: Duration
    let race = Race<Void>()
  }

  private struct State {
    var now = Duration.zero
    var number = 0
    var sleepers: [Int: Sleeper] = [:]
    /// The tasks that wait for a sleeper, and whether it has come.
    var watchers: [(time: Duration, hasCome: Box<Bool>)] = []
  }

  private let state = Box(State())

  /// Returns the clock of a client whose wall shows `wall` while this clock stands at zero.
  func device(_ wall: Timestamp) -> DeviceClock {
    DeviceClock(
      wall: { wall.adding(self.now) }, running: { self.now }, sleep: { try await self.sleep($0) })
  }

  var now: Duration { state.value.now }

  /// The time at which the next sleeper wakes.
  var nextWake: Duration? { state.value.sleepers.values.map(\.end).min() }

  /// Moves on, and wakes the sleepers whose time has come.
  func advance(by time: Duration) {
    let woken = state.change { state in
      state.now += time
      return state.sleepers.values.filter { $0.end <= state.now }
    }
    for sleeper in woken { sleeper.race.finish(()) }
  }

  /// Waits until no task sleeps any more that asked for exactly this time.
  func nobody(for time: Duration) async {
    await until { !state.value.sleepers.values.contains { $0.time == time } }
  }

  /// Waits until a task sleeps that asked for exactly this time.
  func sleeper(for time: Duration) async {
    let hasCome = Box(false)
    state.change { state in
      if state.sleepers.values.contains(where: { $0.time == time }) {
        hasCome.change { $0 = true }
      } else {
        state.watchers.append((time, hasCome))
      }
    }
    await until { hasCome.value }
  }

  private func sleep(_ time: Duration) async throws {
    // A running clock does the same.
    guard time > .zero else { return }
    let (number, sleeper, watchers) = state.change { state in
      let sleeper = Sleeper(time: time, end: state.now + time)
      let watchers = state.watchers.filter { $0.time == time }
      state.watchers.removeAll { $0.time == time }
      state.number += 1
      state.sleepers[state.number] = sleeper
      return (state.number, sleeper, watchers)
    }
    for watcher in watchers { watcher.hasCome.change { $0 = true } }
    await withTaskCancellationHandler {
      await sleeper.race.value
    } onCancel: {
      sleeper.race.finish(())
    }
    state.change { $0.sleepers[number] = nil }
    try Task.checkCancellation()
  }
}
