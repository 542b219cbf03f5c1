package import ExperimentResults
package import PaywallCatalog

/// All experiments that have begun, with their verdicts.
package struct ResultsList: Sendable {
  package var rows: [Row]
  package var asOf: Timestamp
  /// Whose purchases are shown.
  package var environment: AppStoreEnvironment
  package var reader: ResultsReader

  package struct Row: Sendable {
    package var id: String
    package var title: String?
    package var isRunning: Bool
    package var stage: String
    package var placements: [String]
    package var outcome: Outcome

    package init(
      id: String, title: String?, isRunning: Bool, stage: String, placements: [String],
      outcome: Outcome
    ) {
      self.id = id
      self.title = title
      self.isRunning = isRunning
      self.stage = stage
      self.placements = placements
      self.outcome = outcome
    }
  }

  package enum Outcome: Sendable {
    case report(ExperimentReport)
    /// Still being computed.
    case waiting
    /// Too many others are being computed.
    case notComputed
    case failed
  }

  package init(
    rows: [Row], asOf: Timestamp, environment: AppStoreEnvironment, for reader: ResultsReader
  ) {
    self.rows = rows
    self.asOf = asOf
    self.environment = environment
    self.reader = reader
  }

  package var html: String {
    let groups = [
      ("running", "Running", rows.filter(\.isRunning)),
      ("others", "Paused and ended", rows.filter { !$0.isRunning }),
    ]
    let values: [String: PageValue] = [
      "facts": ["numbers of \(ResultsWords.minute(asOf))"],
      "sections": PageValue(groups.filter { !$0.2.isEmpty }) { id, name, rows in
        ["id": .text(id), "name": .text(name), "rows": PageValue(rows, row)]
      },
    ]
    let links = reader.links(at: "/results", showing: environment)
    return ResultsTemplates.render(.list, .object(values.merging(links) { $1 }))
  }

  private func row(_ row: Row) -> PageValue {
    var values: [String: PageValue] = [
      "address": .text("/results/\(row.id)\(reader.query(for: environment))"),
      "title": .text(row.title ?? row.id),
      "words": .text("\(row.id) · \(row.placements.joined(separator: ", "))"),
      "running": .text(row.stage), "people": "–", "sentence": .none, "tone": "calm",
    ]
    switch row.outcome {
    case .report(let report):
      values["verdict"] = .text(report.verdict.decision.words)
      values["tone"] = .text(report.verdict.decision.tone.rawValue)
      values["sentence"] = .text(report.verdict.sentence)
      values["people"] = .text(
        Wording.count(report.variants.reduce(0) { $0 + $1.persons }))
      if let start = report.startedAt {
        let days = ResultsWords.counted(max(0, report.asOf.days(since: start)), "day")
        values["running"] = .text("\(row.stage), \(days)")
      }
    case .waiting:
      values["verdict"] = "being computed"
      values["sentence"] = "Load the page again in a few seconds."
    case .notComputed:
      values["verdict"] = "no verdict yet computed"
      values["sentence"] = "Others are computed first; open the experiment to compute it now."
    case .failed:
      values["verdict"] = "not computed"
      values["sentence"] = "The ledger cannot be read now; the log says why."
      values["tone"] = "bad"
    }
    return .object(values)
  }
}

extension PageValue: ExpressibleByArrayLiteral {
  package init(arrayLiteral values: PageValue...) { self = .list(values) }
}

extension PageValue: ExpressibleByStringInterpolation {}
