import ExperimentResults
import Foundation
import PaywallCatalog

/// The findings of one server's look at the running experiments, for those that share its ledger.
/// Counts and words; nothing of persons.
struct AlarmLook: Codable {
  private struct Found: Codable {
    var experiment: String
    var phase: Int
    var kind: String
    var subject: String?
    var p: Double?
    var value: Double?
    var sentence: String
  }

  /// The process that looked.
  private var holder: String
  private var at: Int64
  private var release: String
  private var found: [Found]

  init(
    by holder: String, at moment: Timestamp, release: String, findings: [ExperimentAlarm.Finding]
  ) {
    self.holder = holder
    at = moment.milliseconds
    self.release = release
    found = findings.map { finding in
      Found(
        experiment: finding.experiment, phase: finding.phase, kind: finding.check.kind.rawValue,
        subject: finding.check.subject, p: finding.check.p, value: finding.check.value,
        sentence: finding.check.sentence)
    }
  }

  /// `nil` for a text that another version wrote otherwise.
  init?(text: String) {
    guard let look = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = look
  }

  var text: String {
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  var findings: [ExperimentAlarm.Finding] {
    found.compactMap { found in
      guard let kind = HealthCheck.Kind(rawValue: found.kind) else { return nil }
      return ExperimentAlarm.Finding(
        experiment: found.experiment, phase: found.phase,
        check: HealthCheck(
          kind, .broken, subject: found.subject, p: found.p, value: found.value, found.sentence))
    }
  }

  /// True if it spares a process its own look: another one looked, at the same release, since the
  /// turn before.
  func spares(_ holder: String, lookingAt release: String, at now: Timestamp) -> Bool {
    self.holder != holder && self.release == release
      && (0..<Self.freshness).contains(now.milliseconds - at)
  }

  /// Milliseconds, as the interval of `ExperimentAlarm`.
  private static let freshness: Int64 = 15 * 60_000
}
