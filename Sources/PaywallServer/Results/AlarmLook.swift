import ExperimentResults
import Foundation
import PaywallCatalog

/// What one server found when it looked at the running experiments, for those that share its ledger.
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

  private var at: Int64
  private var release: String
  private var found: [Found]

  init(at moment: Timestamp, release: String, findings: [ExperimentAlarm.Finding]) {
    at = moment.milliseconds
    self.release = release
    found = findings.map { finding in
      Found(
        experiment: finding.experiment, phase: finding.phase, kind: finding.check.kind.rawValue,
        subject: finding.check.subject, p: finding.check.p, value: finding.check.value,
        sentence: finding.check.sentence)
    }
  }

  /// `nil` for what another version wrote otherwise.
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

  /// Whether it is of this release, and another server looked since this one's last turn.
  func isFresh(for release: String, at now: Timestamp) -> Bool {
    self.release == release
      && (0..<Self.freshness).contains(now.milliseconds - at)
  }

  /// Milliseconds: a little less than the interval, so that the server that looked looks again.
  private static let freshness: Int64 = 14 * 60_000
}
