import Dispatch
import Foundation

/// What Control-C does while this is kept: the process says how far it came, and ends with 130, as
/// shells show it.
final class Interruption {
  private let source: any DispatchSourceSignal

  /// - Parameter words: what was done and what was not; on any thread.
  init(on console: Console, _ words: @escaping @Sendable () -> String) {
    // The source sees the signal only if it does not end the process.
    _ = signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      console.complain("\n\(words())")
      _exit(130)
    }
    source.resume()
  }

  /// From now on Control-C ends the process as usual.
  func end() {
    source.cancel()
    _ = signal(SIGINT, SIG_DFL)
  }

  deinit { end() }
}
