import CommandSupport
import ExperimentReports
import ExperimentResults
import PaywallCatalog
import PaywallServer
import ResultsPages

/// The verdicts of an experiment as they were at the end of each day, where they changed.
struct VerdictLog {
  struct Line {
    var at: Timestamp
    var verdict: Verdict
  }

  private(set) var lines: [Line] = []

  /// The ends of the days from the start on, at most this many; the last is the moment of the question.
  static let mostDays = 366

  static func moments(of question: ResultsQuestion, from start: Timestamp, to end: Timestamp)
    -> [ResultsQuestion]
  {
    var moments: [Timestamp] = []
    var next = start.startOfDay.adding(milliseconds: Timestamp.day)
    while next < end, moments.count < mostDays {
      moments.append(next)
      next = next.adding(milliseconds: Timestamp.day)
    }
    return (moments + [end]).map { moment in
      var question = question
      question.asOf = moment
      return question
    }
  }

  /// Omits a verdict with the same decision and reasons as the one before it.
  init(_ reports: [ExperimentReport]) {
    for report in reports {
      let isNew = lines.last.map {
        $0.verdict.decision != report.verdict.decision
          || $0.verdict.reasons != report.verdict.reasons
      }
      if isNew ?? true { lines.append(Line(at: report.asOf, verdict: report.verdict)) }
    }
  }

  /// - Parameters:
  ///   - kept: the verdicts that reports recorded.
  ///   - changes: commits, the newest first.
  func text(
    for console: Console, kept: [ReportDetails.KeptVerdict] = [], changes: [HistoryEvent] = []
  ) -> String {
    let table = Table(
      of: lines, ("SINCE", { ResultsWords.minute($0.at) }),
      ("VERDICT", \.verdict.decision.words), ("SENTENCE", \.verdict.sentence))
    var parts = [
      table.text(for: console)
        + "\nComputed from what is known now: facts that came late count on their own day."
    ]
    if !kept.isEmpty {
      parts.append(
        "As reports said it, with what was known then:\n"
          + Table(
            of: kept, ("SINCE", { ResultsWords.minute($0.at) }), ("VERDICT", \.decision),
            ("SENTENCE", \.sentence)
          ).text(for: console))
    }
    let decided = changes.filter { event in event.changes.contains { $0.key == "status" } }
    if !decided.isEmpty {
      parts.append(
        "Who started and stopped it, and why:\n"
          + Table(
            of: decided.reversed(), ("WHEN", \.at), ("WHO", { $0.who ?? "" }), ("WHY", \.message)
          ).text(for: console))
    }
    return parts.joined(separator: "\n\n")
  }
}
