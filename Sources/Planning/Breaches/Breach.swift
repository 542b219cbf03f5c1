/// A change that would re-assign enrolled visitors, bias results or show visitors a price that was
/// not meant for them; found by comparing the running configuration with its replacement.
package struct Breach: Hashable, Sendable {
  package var code: Code
  package var severity: Severity
  /// The file that has to change, by its path from the folder of the configuration.
  package var file: String
  /// The path of keys to the change, empty for the file as a whole.
  package var keys: [String]
  package var message: String
  /// The safe way.
  package var help: String
  /// The frozen values that it changes, which an override may allow; empty for other changes.
  package var changes: [FrozenChange]

  package init(
    _ code: Code, _ severity: Severity = .error, file: String, keys: [String] = [],
    _ message: String, help: String, changes: [FrozenChange] = []
  ) {
    self.code = code
    self.severity = severity
    self.file = file
    self.keys = keys
    self.message = message
    self.help = help
    self.changes = changes
  }

  /// Whether a server may refuse it, which can know more of the past than files say.
  var mayBeRefused: Bool {
    severity == .error || code == .trafficShrunk || code == .staysEnded
  }

  /// An error stops a command, a check and a reload; a warning is shown.
  package enum Severity: String, CaseIterable, Sendable { case error, warning }

  /// The stable names.
  package enum Code: String, CaseIterable, Sendable {
    /// A term that is frozen while a phase runs has changed.
    case frozenChanged
    /// A running experiment is gone, or went back to `draft`.
    case runningRemoved
    /// The phase went back, or a new one has an old seed.
    case phaseReused
    case trafficShrunk
    case sliceShrunk
    /// The seed of the holdout changed, or its share grew, while an experiment runs.
    case holdoutChanged
    /// A variant that recorded visitors keep is missing.
    case variantRemoved
    /// The audience, or the content of a variant, changes while it runs.
    case audienceChanged
    case contentChanged
    /// Its start or end changes after visitors and results depend on it.
    case scheduleChanged
    /// A roll-out is taken back: an ended experiment stays ended, and its winner is shown no more.
    case staysEnded
    /// A placement joins a running experiment, or leaves it.
    case placementChanged
    /// The variant that recorded visitors see while it is paused or once it has ended changes.
    case keptChanged
    /// An override allows no change, or another one.
    case overrideUnused
  }
}
