import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments
import Ledger
import LedgerSQLite
import PaywallCatalog

import YAMLText

/// `paywall experiment history ID`.
struct ExperimentHistory: PrintsAnswer {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Who changed what and when: commits of the file, and what servers served.",
    discussion: """
      Commits come from git, with every key that they changed. What came into service, and why a \
      frozen key was allowed to change, comes from the ledger, if there is one. The newest is first.

      EXAMPLE
        paywall experiment history annual-trial
        paywall experiment history annual-trial --json | jq '.[0]'
      """)

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<[HistoryEvent]> {
    try ledger.configuration.checkFolder()
    var events = try HistoryEvent.commits(of: experiment, ledger.configuration, console)
    events += try await served()
    guard !events.isEmpty else {
      throw Failure(
        .no, "there is no experiment '\(experiment)', in no commit and in no ledger",
        help: "'paywall experiment list' shows them")
    }
    events = HistoryEvent.newestFirst(events)
    return Printed(events) { [events] console in
      events.map { $0.text(for: console) }.joined(separator: "\n")
    }
  }

  private func served() async throws -> [HistoryEvent] {
    guard ledger.isThere else {
      guard ledger.ledger == nil else { throw ledger.missing }
      return []
    }
    return try await ledger.use { HistoryEvent.served(experiment, try await $0.timeline()) }
  }
}
