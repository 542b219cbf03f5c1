import PaywallServer
import Synchronization

/// In place of threads that yield: nothing is done until a test says so.
final class HeldThread: Sendable {
  private let work = Mutex<[@Sendable () -> Void]>([])

  @Sendable func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    self.work.withLock { $0.append(work) }
    return true
  }

  /// Runs one piece of work, of which the thread is then rid.
  func runFirst() {
    work.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
  }

  /// How many pieces of work were started and not run.
  var count: Int { work.withLock(\.count) }

  func run() {
    let work = work.withLock { work in
      defer { work = [] }
      return work
    }
    for piece in work { piece() }
  }
}
