import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog
import Serving
import YAMLText

/// Something that happened to an experiment.
struct HistoryEvent: Card {
  enum Source: String, Encodable, CaseIterable {
    case git
    /// The file on disk, with changes that are not committed.
    case folder
    /// A state that a server served, or a report found.
    case ledger
  }

  /// RFC 3339.
  var at: String
  var source: Source
  var who: String?
  var commit: String?
  var message: String
  var changes: [KeyChange]

  static let members = Members<Self> {
    $0.always("at", .moment) { $0.at }
    $0.always(
      "source",
      "`git` is a commit, `folder` what is not committed, `ledger` what a server served, or a report found."
    ) { $0.source }
    $0.maybe("who", .text, "The author of the commit.") { $0.who }
    $0.maybe("commit", .text) { $0.commit }
    $0.always("message", .text) { $0.message }
    $0.always("changes", .list(of: KeyChange.schema)) { $0.changes }
  }

  /// Puts uncommitted changes first: commits have whole seconds, and their authors' clocks.
  static func newestFirst(_ events: [HistoryEvent]) -> [HistoryEvent] {
    let moments = events.map { Timestamp(rfc3339: $0.at) ?? Timestamp(milliseconds: .min) }
    return events.indices.sorted { first, second in
      let (isOpen, other) = (events[first].source == .folder, events[second].source == .folder)
      guard isOpen == other else { return isOpen }
      // Two commits of one moment stay in the order of git.
      return (moments[second], first) < (moments[first], second)
    }.map { events[$0] }
  }

  func text(for console: Console) -> String {
    let head: [String?] = [
      String(at.prefix(16)).replacing("T", with: " ") + " UTC",
      source == .ledger ? "served" : commit.map { String($0.prefix(8)) } ?? "folder",
      who, console.strong(message),
    ]
    return
      ([head.compactMap(\.self).joined(separator: "  ")] + changes.map { "  \($0.text)" })
      .joined(separator: "\n")
  }

  /// Returns the changes that came into service, by moment and phase.
  static func served(_ experiment: String, _ timeline: Timeline) -> [HistoryEvent] {
    var last: [String: String] = [:]
    var events: [HistoryEvent] = []
    for event in timeline.events {
      guard let (id, phase, key, value) = event.change, id.utf8.elementsEqual(experiment.utf8)
      else { continue }
      let name = "\(phase).\(key)"
      let change = KeyChange(key: key, was: last[name], now: value)
      last[name] = value
      let (at, message) = (event.at.rfc3339, "phase \(phase)")
      if let newest = events.last, newest.at == at, newest.message == message {
        events[events.count - 1].changes.append(change)
      } else {
        events.append(
          HistoryEvent(at: at, source: .ledger, message: message, changes: [change]))
      }
    }
    return events
  }
}

extension TimelineEvent {
  /// The changed value and its phase, for people.
  fileprivate var change: (experiment: String, phase: Int, key: String, value: String)? {
    switch subject {
    case .phase(let id, let phase, let part):
      part.isDigest ? nil : (id, phase, part.rawValue, value)
    case .holdout, .release, .finding(_, _, .noPast): nil
    case .finding(let id, let phase, let kind):
      (id, phase, kind.rawValue, value.replacing("\n", with: ", "))
    }
  }
}

extension PhaseState.Part {
  /// True for digests, which are not shown to people.
  fileprivate var isDigest: Bool {
    switch self {
    case .audience, .prices, .terms: true
    case .status, .start, .end, .traffic, .slice, .after, .earlierPhases, .override: false
    }
  }
}

/// A key of a file with its value before and now; `nil` is no value.
struct KeyChange: Card, Equatable {
  var key: String
  var was: String?
  var now: String?

  static let members = Members<Self> {
    $0.always("key", .text, "`variants.trial.share`.") { $0.key }
    $0.maybe("was", .text) { $0.was }
    $0.maybe("now", .text) { $0.now }
  }

  var text: String {
    switch (was, now) {
    case (let was?, let now?): "\(key): \(was) -> \(now)"
    case (nil, let now?): "\(key): \(now)"
    case (let was?, nil): "\(key): removed, was \(was)"
    case (nil, nil): key
    }
  }

  /// Returns the changes of every text in either tree, in the order of the new one.
  static func changes(from old: Node?, to new: Node?) -> [KeyChange] {
    let (before, after) = (texts(of: old), texts(of: new))
    let was = Dictionary(before) { first, _ in first }
    let now = Dictionary(after) { first, _ in first }
    return after.compactMap { key, text in
      was[key].map { $0.utf8.elementsEqual(text.utf8) } ?? false
        ? nil : KeyChange(key: key, was: was[key], now: text)
    }
      + before.filter { now[$0.0] == nil }.map { KeyChange(key: $0.0, was: $0.1, now: nil) }
  }

  /// Returns the texts by key; a list of texts counts as one text.
  private static func texts(of node: Node?, at path: String = "") -> [(String, String)] {
    switch node?.value {
    case nil: []
    case .scalar(let scalar)?: [(path, scalar.text)]
    case .sequence(let items, _)? where items.allSatisfy { $0.scalar != nil }:
      [(path, "[" + items.compactMap(\.scalar?.text).joined(separator: ", ") + "]")]
    case .sequence(let items, _)?:
      items.enumerated().flatMap { texts(of: $1, at: "\(path)[\($0)]") }
    case .mapping(let entries, _)?:
      entries.flatMap { texts(of: $0.value, at: path.isEmpty ? $0.key : "\(path).\($0.key)") }
    }
  }
}
