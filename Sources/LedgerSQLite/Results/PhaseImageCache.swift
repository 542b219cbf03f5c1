import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Synchronization

/// A phase as it was read, in a form to which changes can be added.
struct PhaseImage {
  var columns = PhaseColumns()
  var names = ExposedNames()
  /// The numbers of dimensions.
  var dimensions: Set<RecordDetails.Number> = []
  /// The persons of `columns` by the keys of their records (`IdCell.recordKey`). A record that is not
  /// here is a stranger's.
  var places: [UInt64: UInt32] = [:]
  /// When the first exposure of the newest record came.
  var newest: Int64 = .min
  /// Ids are spelled in more ways than a change can be followed by (`PhaseFollower`).
  var isMixed = false

  var arePersonsSparse: Bool {
    columns.removed > 1000 && columns.removed > columns.persons.count / 4
  }
}

/// Lets others have the processor: a third of the time is a pause.
struct Pace {
  private static let work = Duration.milliseconds(20)
  private static let pause: UInt32 = 10_000

  private let isOn: Bool
  private var rows = 0
  private var began = ContinuousClock.now

  init(isOn: Bool) { self.isOn = isOn }

  mutating func step() {
    rows += 1
    guard isOn, rows & 1023 == 0 else { return }
    guard ContinuousClock.now - began > Self.work else { return }
    // The pause itself: a blocking read has nothing to await.
    usleep(Self.pause)
    began = .now
  }
}

/// Images of the phases whose results were asked for, so that the next report reads only what has
/// changed. All of it is in memory, and may be dropped at any time.
final class PhaseImageCache: Sendable {
  /// Images that are kept; of more phases the one that was not asked for longest is dropped.
  static let most = 4
  /// Changes that wait for an image; with more of them it is dropped.
  private static let mostPending = 200_000

  /// The way in which a read of a phase begins, as of its snapshot.
  enum Start: Sendable {
    /// Read the phase, and keep nothing.
    case once
    /// Read the phase, and keep it in the box.
    case anew(Box)
    case follow(Box, [PhaseChange])
  }

  /// A box that one read at a time holds.
  final class Box: Sendable {
    let image = Mutex<PhaseImage?>(nil)
  }

  fileprivate struct Slot {
    var box: Box
    /// Came since the snapshot of the image.
    var pending: [PhaseChange] = []
    var isBusy = true
    var lastUse: Int
  }

  fileprivate struct State {
    var slots: [PhaseKey: Slot] = [:]
    var isLogging = false
    var dataVersion: Int64?
    var uses = 0
    var followed = 0
  }

  private let state = Mutex(State())

  /// How many reports needed no reading of the whole phase.
  var followed: Int { state.withLock { $0.followed } }

  func countFollowed() { state.withLock { $0.followed += 1 } }

  /// Call this on the connection of the writer, between two transactions: what is noted until then is
  /// what the snapshot shows that is taken there.
  func begin(_ key: PhaseKey, _ tables: SQLiteTables) throws -> Start {
    let changes = try changes(tables)
    return state.withLock { state in
      state.uses += 1
      state.add(changes, limit: Self.mostPending)
      guard var slot = state.slots[key] else { return state.makeSlot(key, most: Self.most) }
      guard !slot.isBusy else { return .once }
      let pending = slot.pending
      (slot.pending, slot.isBusy, slot.lastUse) = ([], true, state.uses)
      state.slots[key] = slot
      return .follow(slot.box, pending)
    }
  }

  func end(_ key: PhaseKey, _ box: Box, isKept: Bool) {
    state.withLock { state in
      guard state.slots[key]?.box === box else { return }
      if isKept { state.slots[key]?.isBusy = false } else { state.slots[key] = nil }
    }
  }

  /// `nil` if they are not known.
  private func changes(_ tables: SQLiteTables) throws -> [PhaseChange]? {
    let version = try tables.first("PRAGMA data_version") { $0.int64(0) }
    let (isLogging, known) = state.withLock { ($0.isLogging, $0.dataVersion) }
    if !isLogging { try ChangeLog.begin(tables.database) }
    let changes = try ChangeLog.drain(tables)
    state.withLock { ($0.isLogging, $0.dataVersion) = (true, version) }
    return isLogging && version == known ? changes : nil
  }
}

extension PhaseImageCache.State {
  /// Without changes every image is out of date.
  fileprivate mutating func add(_ changes: [PhaseChange]?, limit: Int) {
    guard let changes else { return slots.removeAll() }
    for key in slots.keys {
      slots[key]?.pending += changes
      if let slot = slots[key], slot.pending.count > limit { slots[key] = nil }
    }
  }

  fileprivate mutating func makeSlot(_ key: PhaseKey, most: Int) -> PhaseImageCache.Start {
    if slots.count >= most {
      guard
        let oldest = slots.filter({ !$0.value.isBusy })
          .min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      else { return .once }
      slots[oldest] = nil
    }
    let slot = PhaseImageCache.Slot(box: PhaseImageCache.Box(), lastUse: uses)
    slots[key] = slot
    return .anew(slot.box)
  }
}
