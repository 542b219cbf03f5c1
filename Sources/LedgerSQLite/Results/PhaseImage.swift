import Foundation
import Ledger
import LedgerStorage
import PaywallCatalog

/// A phase as it was read, in a form to which changes can be added.
struct PhaseImage {
  var columns = PhaseColumns()
  var names = ExposedNames()
  /// Of dimensions.
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
