import ServiceLifecycle
import UnixSignals

/// Does something on SIGHUP, which operators and the hooks of a renewed certificate send.
struct HangUpService: Service {
  let work: @Sendable () async -> Void

  func run() async throws {
    let hangUps = await UnixSignalsSequence(trapping: .sighup)
    for await _ in hangUps.cancelOnGracefulShutdown() { await work() }
  }
}
