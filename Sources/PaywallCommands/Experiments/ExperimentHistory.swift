import ArgumentParser
import PaywallAPI
import Ledger
import LedgerSQLite
import PaywallCatalog
import YAMLText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `paywall experiment history ID`.
struct ExperimentHistory: AsyncParsableCommand, AnswersInJSON {
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
  static let answerSchema = Schema.list(of: HistoryEvent.schema)

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    try ledger.configuration.checkFolder()
    var events = try commits(console)
    events += try await served()
    guard !events.isEmpty else {
      throw Failure(
        .no, "there is no experiment '\(experiment)', in no commit and in no ledger",
        help: "'paywall experiment list' shows them")
    }
    events = HistoryEvent.newestFirst(events)
    if answer.isJSON { return try console.write(json: events) }
    for event in events { console.write(event.text(for: console)) }
  }

  /// Nothing without git, which is said.
  private func commits(_ console: Console) throws -> [HistoryEvent] {
    let path = ExperimentFile.path(of: experiment)
    let git: Git
    do {
      git = try Git(ledger.configuration.folder, for: "history")
    } catch let error as Failure {
      console.note("note: \(error.message)")
      return []
    }
    let revisions = try git.log(of: path)
    let texts = try git.contents(of: revisions.map { "\($0.commit):./\(path)" })
    let documents = texts.map { $0.map { Document.parse($0, path: path).0 } }
    var events = zip(revisions, documents.indices).map { revision, index in
      HistoryEvent(
        at: revision.at, source: .git, who: revision.author, commit: revision.commit,
        message: revision.subject,
        changes: KeyChange.changes(
          from: index + 1 < documents.count ? documents[index + 1]?.root : nil,
          to: documents[index]?.root))
    }
    if try git.isChanged(path) {
      let bytes = FileManager.default.contents(
        atPath: "\(ledger.configuration.folder)/\(path)")
      let now = bytes.map { Document.parse(Array($0), path: path).0.root } ?? nil
      events.append(
        HistoryEvent(
          at: Timestamp.now().rfc3339, source: .folder,
          message: bytes == nil ? "deleted, and not committed" : "not committed",
          changes: KeyChange.changes(from: documents.first.flatMap(\.self)?.root, to: now)))
    }
    return events
  }

  private func served() async throws -> [HistoryEvent] {
    guard ledger.isThere else {
      guard ledger.ledger == nil else { throw ledger.missing }
      return []
    }
    let opened = try ledger.open()
    do throws(LedgerFailure) {
      let timeline = try await opened.timeline()
      await opened.close()
      return HistoryEvent.served(experiment, timeline)
    } catch {
      await opened.close()
      throw Failure(error, ledger.path)
    }
  }
}
