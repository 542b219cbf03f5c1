import CatalogFiles
import CommandSupport
import PaywallCatalog
import PaywallDecisions
import Planning
import YAMLText

/// Edits that make personas expect the content of a changed configuration.
struct PersonaUpdates {
  /// The configuration with the change.
  let head: Snapshot
  let files: ConfigurationFiles
  let now: Timestamp
  let console: Console

  /// Returns the files of the personas with these failures; each part that an expectation states
  /// stays stated, except an experiment that no longer applies.
  func changes(for failures: [PersonaFailure]) throws -> [FileChange] {
    let compiled = CompiledSnapshot(head)
    var documents: [String: Document] = [:]
    for failure in failures {
      guard failure.keys.count == 2, failure.keys[0] == "expect",
        let persona = head.personas[failure.persona]
      else { continue }
      let document =
        documents[failure.file]
        ?? Document.parse(files.files[failure.file] ?? [], path: failure.file).0
      let decision = compiled.decision(for: persona, at: failure.keys[1], now: now)
      let path = DocumentPath(failure.keys.map { .key($0) })
      documents[failure.file] =
        Document.parse(
          try document.text(
            after: Self.edits(of: document.root?.value(at: path), at: path, to: decision),
            for: console), path: failure.file
        ).0
    }
    return documents.sorted { $0.key < $1.key }.map { FileChange(path: $0, text: $1.source.text) }
  }

  private static func edits(
    of expectation: Node?, at path: DocumentPath, to decision: Decision
  ) -> [Edit] {
    let show = YAMLValue.text(decision.show.description)
    let stated = expectation?.entries?.map(\.key) ?? []
    let values: [(key: String, value: YAMLValue?)] = stated.map { key in
      switch key {
      case "show": (key, show)
      case "reason": (key, decision.reason.isExpected ? .text(decision.reason.name) : nil)
      case "experiment": (key, decision.experiment.map { .text($0.id) })
      case "variant": (key, decision.experiment.map { .text($0.variant) })
      default: (key, nil)
      }
    }
    guard values.contains(where: { $0.value != nil }) else { return [.set(path, show)] }
    return values.map { key, value in
      let place = path.appending(.key(key))
      return value.map { .set(place, $0) } ?? .remove(place)
    }
  }
}

extension Reason {
  /// True if a persona can state it.
  fileprivate var isExpected: Bool {
    ["experiment", "winner", "rule", "default"].contains(name)
  }
}
