import ArgumentParser
import CommandSupport
import PaywallCatalog
import YAMLText

/// `paywall experiment ramp ID SHARE@TIME …`.
struct ExperimentRamp: EditsExperiment {
  static let configuration = CommandConfiguration(
    "ramp", "Let an experiment's traffic grow by itself, in steps.",
    """
    Each step is a share and when it begins: \(Moment.examples). A share alone holds from now on, \
    or from the start of an experiment that has not started; without one, the share in the file \
    stays. Steps that are still to come are replaced; what has passed stays. Shares only grow, \
    so that no visitor leaves their variant; a pause delays no step. 'paywall experiment set X \
    traffic=50%' ends a ramp.

    An app of an older version that decides offline keeps the first share: once the last step \
    has passed, write one share with 'paywall experiment set X traffic=100%'.
    """,
    examples: "paywall experiment ramp annual-trial 60%@tomorrow 80%@2099-12-01",
    "paywall experiment ramp lite-first 5% 25%@'monday 9:00' 100%@'+2 weeks' --dry-run")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Argument(help: ArgumentHelp("A step: 50%@tomorrow, or 10%.", valueName: "share@time"))
  var steps: [RampStep]
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func edit(_ file: ExperimentFile) throws {
    try check(file)
    try file.apply(
      edits(of: file), question: "Let the traffic of '\(experiment)' grow?",
      done: "Wrote the steps of '\(experiment)'."
    ) { head in
      guard let found = head.experiments[experiment] else { return [] }
      let effects = found.effects(after: file.experiment, in: head, at: file.now)
      return found.status == .draft
        ? effects + [found.growth(after: file.now)].compactMap(\.self) : effects
    }
  }

  private func check(_ file: ExperimentFile) throws {
    let (found, now) = (file.experiment, file.now)
    guard ![.ended, .archived].contains(file.stage) else {
      throw found.refusal(
        "has ended, so no visitor enters it any more", help: found.restartHelp)
    }
    let hasStarted = found.hasStarted(by: now)
    if hasStarted, found.traffic(at: now) == .all {
      throw found.refusal(
        "enrols 100% of its audience already",
        help: "a ramp is for an experiment that begins with less; a running one cannot enrol fewer")
    }
    var before = hasStarted ? found.traffic(at: now) : firstShare(of: file) ?? BasisPoints.none
    for (number, step) in steps.enumerated() {
      if step.moment == nil, number > 0 {
        throw Failure(
          .wrongUsage, "only the first step can be a share alone",
          help: "write when it begins: \(step.share)@tomorrow")
      }
      if let moment = step.moment, moment.timestamp <= now {
        throw Failure(
          .wrongUsage, "\(moment.words) has passed, and a step cannot begin in the past",
          help: "write \(step.share) alone to let it begin now")
      }
      if step.share < before {
        throw Failure(
          .wrongUsage, "traffic would fall from \(before) to \(step.share)",
          help: hasStarted || number > 0
            ? "shares only grow, so that no visitor leaves their variant"
            : "name the share that it starts with first, as a share alone")
      }
      before = step.share
    }
    for (earlier, later) in zip(steps, steps.dropFirst()) {
      guard let first = earlier.moment, let next = later.moment, next.timestamp <= first.timestamp
      else { continue }
      throw Failure(
        .wrongUsage, "\(next.words) is not after \(first.words)",
        help: "name the steps in the order of their times")
    }
  }

  /// Returns the share that an unstarted experiment begins with, as its file says, unless the first
  /// step says it.
  private func firstShare(of file: ExperimentFile) -> BasisPoints? {
    let share = file.experiment.traffic(at: file.now)
    guard file.document.has("traffic"), share.value > 0, steps.first?.moment != nil else {
      return nil
    }
    return share
  }

  /// Returns the edits; a step that has passed stays as it is written, with its comments.
  private func edits(of file: ExperimentFile) -> [Edit] {
    let (found, now) = (file.experiment, file.now)
    let hasStarted = found.hasStarted(by: now)
    let added = steps.map { step in
      YAMLValue.step(
        from: step.moment?.text
          ?? (hasStarted ? now.toTheMinute(after: found.lastStep(by: now)) : nil),
        step.share)
    }
    let items = file.document.root?.value(at: "traffic")?.items
    guard hasStarted, let items else {
      let kept: BasisPoints? = hasStarted ? found.traffic.first : firstShare(of: file)
      let first = kept.map { [YAMLValue.step(from: nil, $0)] } ?? []
      var edits = ExperimentEdits(file.document)
      edits.set("traffic", .list(first + added, .block))
      return edits.edits
    }
    let count = items.count - found.traffic.steps.count { $0.from > now }
    return items.indices.dropFirst(count).reversed().map {
      .remove(DocumentPath([.key("traffic"), .index($0)]))
    } + added.map { .insertItem(into: "traffic", $0) }
  }
}

/// `50%@tomorrow`, or `10%`.
struct RampStep: ExpressibleByArgument {
  let share: BasisPoints
  let moment: Moment?

  init?(argument: String) {
    let parts = argument.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let share = BasisPoints(percent: parts[0]) else { return nil }
    self.share = share
    moment = parts.count == 2 ? Moment(argument: String(parts[1])) : nil
    if parts.count == 2, moment == nil { return nil }
  }
}

extension Experiment {
  /// True if visitors may have been enrolled.
  fileprivate func hasStarted(by now: Timestamp) -> Bool {
    status != .draft && schedule.start.map { $0 <= now } ?? true
  }

  fileprivate func lastStep(by now: Timestamp) -> Timestamp? {
    traffic.steps.last { $0.from <= now }?.from
  }
}

extension YAMLValue {
  /// `{ from: 2026-12-01T09:00Z, share: 10% }`
  fileprivate static func step(from: String?, _ share: BasisPoints) -> YAMLValue {
    .mapping(
      [from.map { Member("from", .text($0)) }, Member("share", .text(share.description))]
        .compactMap(\.self), .flow)
  }
}
