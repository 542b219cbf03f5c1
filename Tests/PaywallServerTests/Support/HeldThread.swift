import PaywallServer
import Synchronization

/// In place of a thread that checks chains: nothing is done until a test says so.
final class HeldThread: Sendable {
  private let work = Mutex<[@Sendable () -> Void]>([])

  @Sendable func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    self.work.withLock { $0.append(work) }
    return true
  }

  func run() {
    let work = work.withLock { work in
      defer { work = [] }
      return work
    }
    for piece in work { piece() }
  }
}
