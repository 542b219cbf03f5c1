import Dispatch
import Foundation
import Synchronization

/// What Control-C does while this is kept: the process says how far it came, and ends with 130, as
/// shells show it.
final class Interruption {
  private let signals: [Int32]
  private let sources: [any DispatchSourceSignal]

  /// - Parameter words: what was done and what was not; on any thread.
  /// - Parameter others: signals that end the process in the same way.
  convenience init(
    on console: Console, and others: [Int32] = [], _ words: @escaping @Sendable () -> String
  ) {
    self.init([SIGINT] + others) { Self.exit(console, words) }
  }

  private init(_ signals: [Int32] = [SIGINT], _ pressed: @escaping @Sendable () -> Void) {
    self.signals = signals
    sources = signals.map { number in
      // The source sees the signal only if it does not end the process.
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: pressed)
      source.resume()
      return source
    }
  }

  /// From now on Control-C ends the process as usual.
  func end() {
    for source in sources { source.cancel() }
    for number in signals { _ = signal(number, SIG_DFL) }
  }

  deinit { end() }

  /// Work that holds something for which others wait: Control-C cancels it, and the process ends once that
  /// was given back. A second Control-C does not wait.
  static func run<Value: Sendable>(
    on console: Console, _ words: @escaping @Sendable () -> String,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let press = Press()
    let interruption = Interruption {
      guard press.isFirst() else { exit(console, words) }
      task.cancel()
    }
    let result = await task.result
    interruption.end()
    guard !press.hasCome else { exit(console, words) }
    return try result.get()
  }

  private static func exit(_ console: Console, _ words: () -> String) -> Never {
    console.complain("\n\(words())")
    _exit(130)
  }
}

private final class Press: Sendable {
  private let state = Atomic(false)

  var hasCome: Bool { state.load(ordering: .acquiring) }

  func isFirst() -> Bool { !state.exchange(true, ordering: .acquiringAndReleasing) }
}
