package import PaywallCatalog

/// How traffic grows by steps while the visitors of a simulation arrive.
package struct Growth: Hashable, Sendable {
  /// The first visitor arrives at `start`, and the others evenly until `end`.
  package let start: Timestamp
  package let end: Timestamp
  /// How many would arrive after the experiment has ended, and are not simulated.
  package private(set) var late = 0
  /// The parts in order; the first begins at `start`. Parts after `end` are not simulated.
  package private(set) var parts: [Part]

  package struct Part: Hashable, Sendable {
    package let from: Timestamp
    package let share: BasisPoints
    /// The expected share of visitors in the audience who are enrolled, 0…1.
    package fileprivate(set) var enrolmentRate = 0.0
  }

  /// `nil` if no step is left: one share holds for all visitors.
  ///
  /// - Parameters:
  ///   - perDay: how many arrive; without it, they arrive until the experiment ends, or for two
  ///     weeks after its last step.
  ///   - rate: of the visitors who arrive under a share, how many are enrolled.
  init?(
    of experiment: Experiment, after now: Timestamp, visitors: Int, perDay: Double?,
    rate: (BasisPoints) -> Double
  ) {
    let schedule = experiment.schedule
    let start = max(now, schedule.start ?? now)
    let coming = experiment.traffic.steps(in: schedule).filter { $0.from > start }
    guard let last = coming.last else { return nil }
    let first = Part(from: start, share: experiment.traffic.share(at: start, in: schedule))
    parts = [first] + coming.map { Part(from: $0.from, share: $0.share) }
    for index in parts.indices { parts[index].enrolmentRate = rate(parts[index].share) }
    self.start = start
    if let perDay {
      let milliseconds = Double(visitors) / perDay * Double(Timestamp.day)
      // Nothing is planned for longer than a thousand years.
      end = start.adding(milliseconds: Int64(min(max(1, milliseconds), 3.2e13)))
    } else {
      end = schedule.end ?? last.from.adding(milliseconds: 14 * Timestamp.day)
    }
    if let close = schedule.end { late = visitors - arrivals(of: visitors, before: close) }
  }

  /// The numbers of the visitors who arrive in each part, counted from 1.
  func numbers(of visitors: Int) -> [Range<Int>] {
    let firsts = parts.map { arrivals(of: visitors, before: $0.from) + 1 }
    return zip(firsts, firsts.dropFirst() + [visitors - late + 1]).map { $0..<$1 }
  }

  private func arrivals(of visitors: Int, before moment: Timestamp) -> Int {
    let passed = Double(moment.milliseconds - start.milliseconds)
    let fraction = min(1, passed / Double(end.milliseconds - start.milliseconds))
    return Int((fraction * Double(visitors)).rounded(.up))
  }

  /// The days until this number of visitors is enrolled; `nil` if none are.
  func days(for enrolled: Double, perDay: Double) -> Double? {
    var (left, days) = (enrolled, 0.0)
    for (part, next) in zip(parts, parts.dropFirst()) {
      let length =
        Double(next.from.milliseconds - part.from.milliseconds) / Double(Timestamp.day)
      let gained = length * perDay * part.enrolmentRate
      guard gained < left else { return days + left / (perDay * part.enrolmentRate) }
      left -= gained
      days += length
    }
    guard let last = parts.last, last.enrolmentRate > 0, perDay > 0 else { return nil }
    return days + left / (perDay * last.enrolmentRate)
  }
}
