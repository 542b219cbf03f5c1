/// A change that would draw enrolled visitors again, bias results or show people a price that was
/// not meant for them; found between a configuration that runs and one that is to replace it.
package struct Breach: Hashable, Sendable {
  package var code: Code
  package var severity: Severity
  /// The file that has to change, by its path from the folder of the configuration.
  package var file: String
  /// Keys inwards to what is wrong, empty for the file as a whole.
  package var keys: [String]
  package var message: String
  /// The safe way.
  package var help: String

  package init(
    _ code: Code, _ severity: Severity = .error, file: String, keys: [String] = [],
    _ message: String, help: String
  ) {
    self.code = code
    self.severity = severity
    self.file = file
    self.keys = keys
    self.message = message
    self.help = help
  }

  /// An error stops a verb, a check and a reload; a warning is shown.
  package enum Severity: String, Sendable { case error, warning }

  /// The stable names.
  package enum Code: String, CaseIterable, Sendable {
    /// A term that is frozen while a phase runs is not what it was.
    case frozenChanged
    /// A running experiment is gone, or went back to `draft`.
    case runningRemoved
    /// The phase went back, or a new one has an old seed.
    case phaseReused
    case trafficShrunk
    case sliceShrunk
    /// The seed of the holdout changed, or its share grew, while an experiment runs.
    case holdoutChanged
    /// A named variant that recorded visitors keep is gone.
    case variantRemoved
    /// Who may be enrolled, or what a variant says, changes while it runs.
    case audienceChanged
    case contentChanged
  }
}
