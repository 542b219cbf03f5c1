package import ExperimentReports
package import HTTPDocuments
package import Ledger
import PaywallAPI
package import PaywallCatalog

/// A question about the results of one experiment.
package struct ResultsQuestion: Hashable, Sendable {
  package var experiment: String
  /// An earlier one, as it was served; `nil` for the present one.
  package var phase: Int?
  package var environment: AppStoreEnvironment
  /// The moment up to which exposures and purchases count; `nil` for now.
  package var asOf: Timestamp?
  /// Only the breakdown by this; `nil` for all.
  package var dimension: ResultDimension?
  /// The share of persons who buy, to plan the sample from before there are buyers.
  package var baseline: BasisPoints?

  package init(
    _ experiment: String, phase: Int? = nil, environment: AppStoreEnvironment = .production,
    asOf: Timestamp? = nil, dimension: ResultDimension? = nil
  ) {
    self.experiment = experiment
    self.phase = phase
    self.environment = environment
    self.asOf = asOf
    self.dimension = dimension
  }

  /// Reads the query of a URL.
  ///
  /// - Parameter usual: the environment if none is named.
  package init(
    _ experiment: String, query: PageForm, usual: AppStoreEnvironment
  ) throws(Problem) {
    self.init(experiment, environment: usual)
    for (name, value) in query.members {
      switch name {
      case "phase":
        guard let number = Int(value), (1...1_000_000).contains(number) else {
          throw Problem(.malformedQuery, "A phase is a number from 1 on.", field: name)
        }
        phase = number
      case "environment": environment = try AppStoreEnvironment(word: value, field: name)
      case "asOf":
        asOf = try Timestamp(asked: value, field: name)
      case "by":
        guard let dimension = ResultDimension(asked: value) else {
          throw Problem(
            .malformedQuery,
            "'\(value)' is not a dimension; use \(ResultDimension.words) or country.",
            field: name)
        }
        self.dimension = dimension
      default:
        throw Problem(
          .malformedQuery, "Results have no '\(name)'; use asOf, by, environment or phase.",
          field: name)
      }
    }
  }
}

extension Timestamp {
  /// A moment in a query, in whole minutes: links of one minute share one computation.
  init(asked value: String, field: String) throws(Problem) {
    guard let moment = Timestamp(rfc3339: value) ?? Timestamp(rfc3339: "\(value)T00:00:00Z") else {
      throw Problem(
        .malformedQuery, "A moment is 2026-11-25, or 2026-11-25T09:00:00Z.", field: field)
    }
    self.init(milliseconds: moment.milliseconds / 60_000 * 60_000)
  }
}

extension ReportService where Question == ResultsQuestion {
  package static var lifetime: Int64 { 60_000 }
  /// That of an experiment that has ended: only refunds and late facts change it.
  package static var endedLifetime: Int64 { 3_600_000 }
}

extension ResultsQuestion: ReportQuestion {
  package typealias Report = ExperimentReport

  package func lifetime(in snapshot: Snapshot, at moment: Timestamp) -> Int64 {
    let stage = snapshot.experiments[experiment]?.stage(at: moment)
    let isOver = stage == .ended || stage == .archived
    return isOver ? ResultsService.endedLifetime : ResultsService.lifetime
  }

  /// Answers questions from a ledger.
  static func source(_ ledger: any Ledger) -> ResultsSource {
    { (question, snapshot, now) async throws(ResultsFailure) -> ExperimentReport in
      try await question.report(from: ledger, snapshot, at: now)
    }
  }

  /// Reads every record of the phase once. With a dimension, the breakdowns are of it alone.
  package func report(
    from ledger: any Ledger, _ snapshot: Snapshot, at now: Timestamp
  ) async throws(ResultsFailure) -> ExperimentReport {
    guard let experiment = snapshot.experiments[self.experiment] else {
      throw .ledger(.unavailable("the configuration has no experiment '\(self.experiment)'"))
    }
    var report = try await ReportMaker(snapshot: snapshot, ledger: ledger)
      .report(
        of: experiment, phase: phase, in: environment, asOf: min(asOf ?? now, now), now: now,
        by: dimension, baseline: baseline)
    if let dimension {
      report.breakdowns.removeAll { $0.dimension != dimension.rawValue }
      report.otherBreakdowns.removeAll { $0.dimension != dimension.rawValue }
    }
    return report
  }
}

extension ResultDimension {
  /// The dimensions that may be requested, in words.
  package static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// Computes a report from the ledger.
package typealias ReportSource<Question: ReportQuestion> =
  @Sendable (Question, Snapshot, Timestamp) async throws(ResultsFailure) -> Question.Report

package typealias ResultsService = ReportService<ResultsQuestion>
package typealias ResultsSource = ReportSource<ResultsQuestion>
