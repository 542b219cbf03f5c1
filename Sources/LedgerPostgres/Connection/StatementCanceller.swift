import CLibPQ
import Synchronization

/// Cancels the running statement of a connection, from any thread.
@safe final class StatementCanceller: Sendable {
  private let handle: Mutex<OpaquePointer?>

  init(of connection: OpaquePointer) {
    unsafe handle = Mutex(nil)
    let address = unsafe UInt(bitPattern: PQgetCancel(connection))
    unsafe handle.withLock { unsafe $0 = OpaquePointer(bitPattern: address) }
  }

  deinit { unsafe handle.withLock { unsafe PQfreeCancel($0) } }

  func cancel() {
    unsafe handle.withLock { handle in
      var message = [CChar](repeating: 0, count: 256)
      _ = unsafe PQcancel(handle, &message, Int32(message.count))
    }
  }
}
