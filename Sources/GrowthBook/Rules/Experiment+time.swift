import Catalog

extension Experiment {
  /// It takes visitors whom it has not seen before.
  func isRunning(at now: Timestamp) -> Bool { status == .running && schedule.contains(now) }

  /// Stopped by hand, or by its schedule, which ends a paused one too.
  func isOver(at now: Timestamp) -> Bool {
    switch status {
    case .stopped: true
    case .running, .paused: schedule.end.map { $0 <= now } ?? false
    case .draft, .archived: false
    }
  }

  /// The moments at which time alone starts or ends it.
  var changes: [Timestamp] {
    switch status {
    case .running: [schedule.start, schedule.end].compactMap(\.self)
    case .paused: [schedule.end].compactMap(\.self)
    case .draft, .stopped, .archived: []
    }
  }

  /// The order of winners: one without an end was stopped by hand and goes first, then the latest
  /// end, the latest start, the id.
  static func endsLater(_ left: Experiment, _ right: Experiment) -> Bool {
    let latest = Timestamp(milliseconds: .max)
    let earliest = Timestamp(milliseconds: .min)
    let ends = (left.schedule.end ?? latest, right.schedule.end ?? latest)
    if ends.0 != ends.1 { return ends.0 > ends.1 }
    let starts = (left.schedule.start ?? earliest, right.schedule.start ?? earliest)
    if starts.0 != starts.1 { return starts.0 > starts.1 }
    return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
  }
}
