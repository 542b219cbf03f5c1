import PaywallCatalog
import PaywallTextCoding
import Serving

extension BreachRule {
  /// Recorded visitors stay whatever the audience is; a changed audience enrols other visitors from
  /// now on.
  static let experimentAudience = BreachRule { change in
    guard let after = change.after, let before = change.before, let base = change.base,
      change.drawsNow, after.audience != before.audience
    else { return [] }
    let was = base.resolved(before.audience)
    let now = change.head.resolved(after.audience)
    guard was != now else { return [] }
    let words =
      "\(audienceWords(after.audience)) instead of "
      + audienceWords(before.audience)
    return [
      audienceBreach(
        file: change.file, keys: ["audience"], "the audience of '\(change.id)' becomes \(words)",
        was, now, help: change.restart("compare one audience only"))
    ]
  }
}

/// Changed named audiences that running experiments use, each with its experiments.
func audienceBreaches(
  from base: Snapshot, to head: Snapshot, used transitions: [ExperimentTransition]
) -> [Breach] {
  var users: [String: [String]] = [:]
  let changed = base.audiences.values.filter {
    head.audiences[$0.name]?.condition != $0.condition
  }.map(\.name)
  guard !changed.isEmpty else { return [] }
  for change in transitions where change.drawsNow {
    guard let after = change.after, after.audience == change.before?.audience,
      base.resolved(after.audience) != head.resolved(after.audience)
    else { continue }
    for name in base.audiences(in: after.audience).intersection(changed) {
      users[name, default: []].append(change.id)
    }
  }
  return users.compactMap { name, ids in
    guard let was = base.audiences[name], let now = head.audiences[name] else { return nil }
    return audienceBreach(
      file: ConfigurationPath.audiences, keys: ["audiences", name],
      "the audience '\(name)' of \(ids.listed(as: "experiment")) becomes "
        + "\(now.condition) instead of \(was.condition)", base.resolved(was.condition),
      head.resolved(now.condition),
      help: "give the experiment an audience of its own, or begin again with "
        + "'paywall experiment restart \(ids.onlyOne ?? "ID")'")
  }
}

private func audienceBreach(
  file: String, keys: [String], _ message: String, _ was: Condition?, _ now: Condition?,
  help: String
) -> Breach {
  let isWider = was?.implies(now) ?? false
  let isNarrower = now?.implies(was) ?? false
  let who =
    isWider
    ? "it only becomes wider: more visitors may be enrolled, and none leaves"
    : isNarrower
      ? "it only becomes narrower: fewer are enrolled, recorded visitors stay"
      : "others are enrolled from now on, recorded visitors stay"
  return Breach(
    .audienceChanged, .warning, file: file, keys: keys, "\(message); \(who)", help: help)
}

func audienceWords(_ condition: Condition?) -> String {
  condition.map { "\($0)" } ?? Condition.everyone
}

extension ExperimentTransition {
  /// The same phase assigns visitors before and after.
  fileprivate var drawsNow: Bool {
    isLive && isSamePhase && (nextStage == .running || nextStage == .paused)
  }
}

extension Collection {
  /// The only element; `nil` if there are several.
  var onlyOne: Element? { count == 1 ? first : nil }
}

extension [String] {
  /// `experiment 'a'`, `experiments 'a', 'b' and 3 more`, sorted by name.
  func listed(as noun: String, most: Int = 3) -> String {
    let names = sorted { $0.precedes($1) }.map { "'\($0)'" }
    let head = names.prefix(most).joined(separator: ", ")
    let more = names.count > most ? " and \(names.count - most) more" : ""
    return "\(noun)\(names.count == 1 ? "" : "s") \(head)\(more)"
  }
}
