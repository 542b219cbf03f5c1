package import ExperimentResults
import Ledger
import Logging
import PaywallAPI
import PaywallCatalog
import Synchronization

/// Looks at the persons of running experiments, and says within an hour of their first exposures that a
/// variant is silent or that persons are not distributed as intended: before any revenue exists.
package final class ExperimentAlarm: Sendable {
  /// Between two looks. Each counts the recorded persons of every running experiment once.
  package static let interval = Duration.seconds(15 * 60)

  private let ledger: any Ledger
  private let current: CurrentRelease
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let raised = Mutex<[Finding]>([])
  /// Names this process in its claim.
  private let holder = ProcessName.ofThisProcess()

  package struct Finding: Hashable, Sendable {
    package var experiment: String
    package var phase: Int
    package var check: HealthCheck
  }

  init(
    _ ledger: any Ledger, current: CurrentRelease, logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.ledger = ledger
    self.current = current
    self.logger = logger
    self.now = now
  }

  /// The findings of the last look.
  package var findings: [Finding] { raised.withLock { $0 } }

  /// Looks once, unless another server that shares the ledger has: then its findings are taken. What
  /// cannot be read now stays as it was.
  package func look() async {
    let moment = now()
    let known = await lastLook()
    if let known, known.spares(holder, lookingAt: current.value.release, at: moment) {
      return raised.withLock { $0 = known.findings }
    }
    let claim = JobClaim(
      job: Self.job, holder: holder, until: moment.adding(milliseconds: Self.lease))
    let isClaimed: Bool
    do throws(LedgerFailure) {
      isClaimed = try await ledger.take(claim, at: moment) != nil
    } catch {
      return
    }
    guard isClaimed else {
      if let known { raised.withLock { $0 = known.findings } }
      return
    }
    await lookAlone(at: moment)
    let look = AlarmLook(
      by: holder, at: moment, release: current.value.release, findings: findings)
    // If the findings cannot be kept, this server or another looks again.
    _ = try? await ledger.replay([], JobProgress(claim, look.text), at: now())
    for finding in findings {
      try? await ledger.noteWebhook(
        .broken(
          finding.experiment, phase: finding.phase, because: finding.check.kind.reason.rawValue,
          finding.check.sentence, release: current.value.release, at: moment), at: moment)
    }
    try? await ledger.release(Self.job, by: holder)
  }

  private static let job = "experimentAlarm"
  /// Milliseconds that a look may take before another server looks as well.
  private static let lease: Int64 = 10 * 60_000

  private func lastLook() async -> AlarmLook? {
    do throws(LedgerFailure) {
      return try await ledger.progress(of: Self.job).flatMap(AlarmLook.init(text:))
    } catch {
      return nil
    }
  }

  private func lookAlone(at moment: Timestamp) async {
    let snapshot = current.value.snapshot
    let running = snapshot.experiments.values.filter { $0.stage(at: moment) == .running }
      .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    var found: [Finding] = []
    for experiment in running {
      guard let checks = await checks(of: experiment, at: moment) else {
        found += findings.filter { $0.experiment == experiment.id }
        continue
      }
      found += checks.filter { $0.state == .broken }.map {
        Finding(experiment: experiment.id, phase: experiment.phase, check: $0)
      }
    }
    let before = raised.withLock { raised in
      defer { raised = found }
      return raised
    }
    report(found, before)
  }

  private func checks(of experiment: Experiment, at moment: Timestamp) async -> [HealthCheck]? {
    do throws(LedgerFailure) {
      let counts = try await ledger.exposureCounts(
        of: PhaseKey(experiment.id, experiment.phase, in: .production))
      let persons = Dictionary(
        counts.map { ($0.variant, $0.units + $0.conflicts - $0.heldOut) }, uniquingKeysWith: +)
      let arms = zip(experiment.variants, experiment.ranges(at: moment)).map { variant, range in
        ArmCount(
          variant: variant.name, width: range.open.count, units: persons[variant.name] ?? 0)
      }
      let silent = HealthCheck.silentVariant(arms, events: "exposures")
      // A silent variant is a mismatch too; one cause is said once.
      return silent.state == .broken ? [silent] : [.sampleRatio(arms)]
    } catch {
      return nil
    }
  }

  private func report(_ found: [Finding], _ before: [Finding]) {
    let known = Set(before.map(\.key))
    for finding in found where !known.contains(finding.key) {
      logger.warning(
        "an experiment is broken",
        metadata: [
          "experiment": "\(finding.experiment)", "phase": "\(finding.phase)",
          "check": "\(finding.check.kind.rawValue)", "found": "\(finding.check.sentence)",
          "help": "\(finding.help)",
        ])
    }
    let left = Set(found.map(\.key))
    for finding in before where !left.contains(finding.key) {
      logger.notice(
        "an experiment is no longer broken",
        metadata: [
          "experiment": "\(finding.experiment)", "check": "\(finding.check.kind.rawValue)",
        ])
    }
  }

  /// For readiness. Paywalls are served all the same.
  var reasons: [ReadinessReason] {
    let findings = findings
    guard !findings.isEmpty else { return [] }
    let said = findings.map { "\($0.experiment): \($0.check.sentence)" }.joined(separator: " ")
    return .only(
      "experimentAlarm", "\(said) 'paywall experiment results' and the log say what to check",
      .note)
  }

  /// 1 for each finding. Labels are ids of the configuration.
  var family: MetricFamily {
    MetricFamily(
      .gauge, "paywall_experiment_broken",
      "1 while persons of a running experiment are not distributed as intended, or a variant is silent.",
      findings.map {
        MetricSample(
          1,
          [
            MetricLabel("experiment", $0.experiment), MetricLabel("check", $0.check.kind.rawValue),
          ])
      })
  }
}

extension ExperimentAlarm.Finding {
  /// The same finding at another look has other numbers.
  fileprivate var key: String { "\(experiment)/\(phase)/\(check.kind.rawValue)" }

  fileprivate var help: String {
    check.kind == .silentVariant
      ? "open the variant with 'paywall preview', and look at whether the app renders it and reports its exposures; no result can be trusted until then"
      : "look at crashes, redirects and caches of one variant, at apps that report one paywall only, and at changes of traffic or audience; no result can be trusted until then"
  }
}
