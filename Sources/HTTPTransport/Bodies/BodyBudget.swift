package import NIOCore
import Synchronization

/// Limits the bytes of requests that the server holds in memory, over all connections, so that
/// clients who hold back the end of a body cannot exhaust it. Figures and reasons: `HTTPTransport.docc`,
/// "Request bodies have a budget".
package final class BodyBudget: Sendable {
  /// The part of the budget that a body uses. Bodies to the reserved path have a part of their own,
  /// which no other body can use up.
  package enum Share: Int, CaseIterable, Sendable { case general, reserved }

  /// Bytes of each body that are not counted, so that a small body is never refused.
  package static let freeBytes = 4096
  /// One address may use this fraction of a share: one eighth.
  package static let addressDivisor = 8
  /// A body that has made no progress for so long is dropped if another one needs its room.
  package static let patience = TimeAmount.milliseconds(500)

  private let state: Mutex<State>
  private let onChange: @Sendable (Int) -> Void

  struct State: Sendable {
    var usages: [Usage]
    var held: [ObjectIdentifier: Held] = [:]
    /// The number of the last progress of any body.
    var lastProgress = 0
  }

  struct Usage: Sendable {
    /// Bytes.
    let capacity: Int
    var bytes = 0
    /// Bytes by address; only addresses that use some.
    var byAddress: [ClientAddress: Int] = [:]
    /// Oldest first; that of a body that has made another one since is outdated.
    var progress = CircularBuffer<Progress>()
  }

  /// The use of one body.
  struct Held: Sendable {
    let share: Share
    let owner: ClientAddress
    var bytes = 0
    var progress = 0
    let drop: @Sendable () -> Void
  }

  struct Progress: Sendable {
    let body: ObjectIdentifier
    let number: Int
    let at: NIODeadline
  }

  /// - Parameters:
  ///   - bytes: the bytes of both shares; the reserved share has an eighth of them.
  ///   - onChange: gets the difference whenever bytes are reserved or released.
  package init(bytes: Int, onChange: @escaping @Sendable (Int) -> Void = { _ in }) {
    state = Mutex(
      State(
        usages: Share.allCases.map { share in
          Usage(capacity: share == .reserved ? bytes / 8 : bytes - bytes / 8)
        }))
    self.onChange = onChange
  }

  /// Bytes in use.
  package func used(_ share: Share) -> Int { state.withLock { $0.usages[share.rawValue].bytes } }

  /// Addresses that use some of the budget.
  package var addressCount: Int {
    state.withLock { $0.usages.reduce(0) { $0 + $1.byAddress.count } }
  }

  /// True if the bytes could be reserved now; reserves nothing. Bodies that have stalled make room.
  package func hasRoom(
    for bytes: Int, _ share: Share, _ owner: ClientAddress, at now: NIODeadline
  ) -> Bool {
    changing { $0.makeRoom(for: bytes, share, owner, at: now, &$1) }
  }

  /// Reserves all that a body needs, including what it has.
  ///
  /// - Parameter drop: called at most once, from any thread, if the body has to give up its room.
  /// - Returns: true if the bytes fit; if not, nothing more is reserved.
  func reserve(
    _ bytes: Int, for body: ObjectIdentifier, _ share: Share, _ owner: () -> ClientAddress,
    at now: NIODeadline, drop: @escaping @Sendable () -> Void
  ) -> Bool {
    changing { state, dropped in
      var held = state.held[body] ?? Held(share: share, owner: owner(), drop: drop)
      let more = bytes - held.bytes
      guard more > 0 else { return true }
      let isNew = held.bytes == 0
      guard state.makeRoom(for: more, held.share, held.owner, at: now, &dropped) else {
        return false
      }
      // The body stalled itself, and gave up its bytes.
      guard isNew || state.held[body] != nil else { return false }
      held.bytes = bytes
      state.held[body] = held
      state.usages[held.share.rawValue].add(more, held.owner)
      if isNew { state.note(body, at: now) }
      return true
    }
  }

  func noteProgress(of body: ObjectIdentifier, at now: NIODeadline) {
    state.withLock { $0.note(body, at: now) }
  }

  func release(_ body: ObjectIdentifier) {
    changing { state, _ in state.remove(body) }
  }

  /// Runs a change, and reports its consequences outside of the lock.
  private func changing<Value: Sendable>(
    _ change: (inout State, inout [Held]) -> Value
  ) -> Value {
    let (value, difference, dropped) = state.withLock { state in
      let before = state.bytes
      var dropped: [Held] = []
      let value = change(&state, &dropped)
      return (value, state.bytes - before, dropped)
    }
    if difference != 0 { onChange(difference) }
    for held in dropped { held.drop() }
    return value
  }
}
