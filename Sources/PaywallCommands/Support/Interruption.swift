import CommandSupport
import Dispatch
import Foundation
import Synchronization

/// Handles Control-C for its lifetime: the process reports its progress, and ends with 130, as
/// shells show it; after SIGTERM with 143.
final class Interruption {
  private let signals: [Int32]
  private let sources: [any DispatchSourceSignal]

  /// - Parameter words: the work that was done and that was not; called on any thread.
  /// - Parameter others: signals that end the process in the same way.
  convenience init(
    on console: Console, and others: [Int32] = [], _ words: @escaping @Sendable () -> String
  ) {
    self.init([SIGINT] + others) { Self.exit(console, after: $0, words) }
  }

  private init(_ signals: [Int32], _ came: @escaping @Sendable (Int32) -> Void) {
    self.signals = signals
    sources = signals.map { number in
      // The source sees the signal only if it does not end the process.
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { came(number) }
      source.resume()
      return source
    }
  }

  /// Ends the handling: Control-C then ends the process as usual.
  func end() {
    for source in sources { source.cancel() }
    for number in signals { _ = signal(number, SIG_DFL) }
  }

  deinit { end() }

  /// Runs work that holds something for which others wait: Control-C and SIGTERM cancel it, and the
  /// process ends once it has given that back. A second signal does not wait.
  static func run<Value: Sendable>(
    on console: Console, _ words: @escaping @Sendable () -> String,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let press = Press()
    let interruption = Interruption([SIGINT, SIGTERM]) { number in
      guard press.isFirst(number) else { exit(console, after: number, words) }
      task.cancel()
    }
    let result = await task.result
    interruption.end()
    if let number = press.number { exit(console, after: number, words) }
    return try result.get()
  }

  private static func exit(
    _ console: Console, after number: Int32, _ words: () -> String
  ) -> Never {
    console.complain("\n\(words())")
    _exit(128 + number)
  }
}

/// The signal that came first.
private final class Press: Sendable {
  private let state = Atomic<Int32>(0)

  var number: Int32? {
    let number = state.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  func isFirst(_ number: Int32) -> Bool {
    state.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing).exchanged
  }
}
