import CommandSupport
import Foundation
import PaywallCatalog

import YAMLText

extension HistoryEvent {
  /// Returns the commits of an experiment's file, and its uncommitted changes; nothing without git,
  /// which is noted.
  static func commits(
    of experiment: String, _ configuration: ConfigurationOptions, _ console: Console
  ) throws -> [HistoryEvent] {
    let path = ExperimentFile.path(of: experiment)
    let git: Git
    do {
      git = try Git(configuration.folder, for: "history")
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
        atPath: "\(configuration.folder)/\(path)")
      let now = bytes.map { Document.parse(Array($0), path: path).0.root } ?? nil
      events.append(
        HistoryEvent(
          at: Timestamp.now().rfc3339, source: .folder,
          message: bytes == nil ? "deleted, and not committed" : "not committed",
          changes: KeyChange.changes(from: documents.first.flatMap(\.self)?.root, to: now)))
    }
    return events
  }
}
