package import PaywallCatalog
import PaywallTextCoding
import Synchronization

/// Recorded assignments that were read recently, so that the next request of a visitor needs no read.
///
/// Each entry depends on ids (`FoundAssignments.dependsOn`). After a commit, and before the caller is
/// told, the writer raises the version of each changed id: an entry that was read before that is
/// stale. Writes of another process are noticed by the next request after
/// `ExternalWriteMonitor.interval`.
package final class AssignmentCache: Sendable {
  package struct Key: Hashable, Sendable {
    let userId: UTF8Key?
    let anonymousId: UTF8Key?
    let environment: AppStoreEnvironment

    package init(_ visitor: VisitorIdentity, in environment: AppStoreEnvironment) {
      userId = visitor.userId.map(UTF8Key.init)
      anonymousId = visitor.anonymousId.map(UTF8Key.init)
      self.environment = environment
    }

    fileprivate var size: Int {
      [userId, anonymousId].reduce(0) { $0 + 32 + ($1?.text.utf8.count ?? 0) }
    }
  }

  private struct Entry {
    let assignments: [RecordedAssignment]
    let places: [Int]
    /// The last version before it was read.
    let version: UInt64

    /// Bytes, roughly.
    func size(with key: Key) -> Int {
      256 + 8 * places.count + key.size
        + assignments.reduce(0) {
          $0 + 128 + $1.experiment.utf8.count + $1.variant.utf8.count + $1.unit.utf8.count
        }
    }
  }

  private struct State {
    /// Entries used recently, and those used before: when memory is full, the older half is dropped.
    var recent: [Key: Entry] = [:]
    var older: [Key: Entry] = [:]
    var recentBytes = 0
    /// The last version of each slot; several ids share a slot.
    var versions = [UInt64](repeating: 0, count: ChangedIds.places)
    var lastVersion: UInt64 = 0
    /// The last version that concerns all ids.
    var versionOfAll: UInt64 = 0
    var monitor: ExternalWriteMonitor

    func isCurrent(_ entry: Entry) -> Bool {
      entry.version >= versionOfAll && entry.places.allSatisfy { versions[$0] <= entry.version }
    }

    mutating func invalidateAll() {
      lastVersion += 1
      versionOfAll = lastVersion
      // Nothing that was erased stays in memory.
      (recent, older, recentBytes) = ([:], [:], 0)
    }

    mutating func store(_ entry: Entry, for key: Key, _ size: Int) {
      if recentBytes + size > mostBytes / 2 { (recent, older, recentBytes) = ([:], recent, 0) }
      recentBytes += size
      recent[key] = entry
    }
  }

  private let state: Mutex<State>

  /// - Parameter validity: how long entries are trusted after a check for writes of others.
  package init(validity: Duration = ExternalWriteMonitor.validity) {
    state = Mutex(State(monitor: ExternalWriteMonitor(validity: validity)))
  }

  // MARK: Reading

  /// `nil` if nothing is cached, or the entry may be stale.
  package func assignments(
    for key: Key, at now: ContinuousClock.Instant
  ) -> [RecordedAssignment]? {
    state.withLock { state -> [RecordedAssignment]? in
      guard state.monitor.isTrusted(at: now) else { return nil }
      if let entry = state.recent[key] {
        return state.isCurrent(entry) ? entry.assignments : nil
      }
      guard let entry = state.older[key], state.isCurrent(entry) else { return nil }
      state.store(entry, for: key, entry.size(with: key))
      return entry.assignments
    }
  }

  /// Read this before the assignments that are stored.
  package var lastVersion: UInt64 { state.withLock { $0.lastVersion } }

  /// - Parameter version: `lastVersion` before the read.
  package func store(_ found: FoundAssignments, for key: Key, readAfter version: UInt64) {
    let entry = Entry(
      assignments: found.assignments, places: found.dependsOn.map(ChangedIds.place),
      version: version)
    let size = entry.size(with: key)
    guard size <= mostBytes / 1024 else { return }
    state.withLock { state in
      guard state.isCurrent(entry) else { return }
      state.store(entry, for: key, size)
    }
  }

  // MARK: Changes

  /// Call this when the changes are in the file, or may be.
  package func invalidate(_ changes: ChangedIds) {
    guard !changes.isEmpty else { return }
    state.withLock { state in
      guard !changes.areAll else { return state.invalidateAll() }
      state.lastVersion += 1
      for place in changes.places { state.versions[place] = state.lastVersion }
    }
  }

  /// Forgets everything: changes may have been missed.
  package func invalidateAll() { state.withLock { $0.invalidateAll() } }

  /// - Returns: whether the caller must check for writes of another process now.
  package func beginsCheck(at now: ContinuousClock.Instant) -> Bool {
    state.withLock { $0.monitor.beginsCheck(at: now) }
  }

  /// - Parameters:
  ///   - version: SQLite's `data_version` on the connection of the writer, which changes when another
  ///     process has written. `nil` if it could not be read.
  ///   - now: the moment before it was read.
  package func endCheck(_ version: Int?, at now: ContinuousClock.Instant) {
    state.withLock { state in
      if state.monitor.endCheck(version, at: now) { state.invalidateAll() }
    }
  }
}

/// Bytes of entries, roughly.
private let mostBytes = 16 << 20
