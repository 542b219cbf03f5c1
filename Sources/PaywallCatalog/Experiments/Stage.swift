/// The stage of an experiment at a moment: from its status and the half-open schedule `[start,
/// end)`.
package enum Stage: String, CaseIterable, Sendable {
  case draft, scheduled, running, paused, ended, archived

  /// A paused experiment stays paused before its start as well: time alone does not start it.
  package init(status: ExperimentStatus, schedule: TimeWindow, at now: Timestamp) {
    let isOver = schedule.end.map { now >= $0 } ?? false
    let isEarly = schedule.start.map { now < $0 } ?? false
    switch status {
    case .draft: self = .draft
    case .archived: self = .archived
    case .stopped: self = .ended
    case .paused: self = isOver ? .ended : .paused
    case .running: self = isOver ? .ended : isEarly ? .scheduled : .running
    }
  }
}

extension Experiment {
  package func stage(at now: Timestamp) -> Stage {
    Stage(status: status, schedule: schedule, at: now)
  }
}

extension ExperimentStatus {
  /// The moments at which time alone changes the stage, or the traffic of what runs.
  package func changes(in schedule: TimeWindow, _ traffic: Traffic) -> [Timestamp] {
    switch self {
    case .running:
      [schedule.start, schedule.end].compactMap(\.self)
        + traffic.steps.map(\.from).filter(schedule.contains)
    case .paused: [schedule.end].compactMap(\.self)
    case .draft, .stopped, .archived: []
    }
  }
}
