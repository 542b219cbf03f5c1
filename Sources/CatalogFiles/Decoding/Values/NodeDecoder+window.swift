internal import PaywallCatalog

/// The former form of an offer's times: `window: { from: …, until: … }`.
enum FormerWindowKey: String, FileKey { case from, until }

/// The former form of an experiment's times: `schedule: { start: …, end: … }`.
enum FormerScheduleKey: String, FileKey { case start, end }

extension TimeWindow {
  /// Reads `from` and `until`; either may be left out. An older file may have them in a separate
  /// mapping, as `fmt` finds it, but not both.
  init<Key: FileKey, Former: FileKey>(
    _ keys: MappingReader<Key>, _ from: Key, _ until: Key,
    formerly former: Key, _ start: Former, _ end: Former
  ) {
    if keys.has(former), keys.has(from) || keys.has(until) {
      keys.refuse(
        [former], because: "is the former form of '\(from.rawValue)' and '\(until.rawValue)'",
        help: "keep '\(from.rawValue)' and '\(until.rawValue)', and remove '\(former.rawValue)'")
    }
    let window = keys.optional(
      former, .mapping("'\(former.rawValue)'") { TimeWindow($0, start, end) },
      "The former form of 'from' and 'until'; 'paywall fmt' rewrites it.")
    guard keys.has(former) else {
      self.init(keys, from, until)
      return
    }
    self = window ?? .always
  }

  /// Reads two keys of a mapping as the ends of a window, which must not be empty.
  init<Key: FileKey>(_ keys: MappingReader<Key>, _ start: Key, _ end: Key) {
    self.init(
      start: keys.optional(start, .time, Self.startSentence),
      end: keys.optional(end, .time, "Until this moment, exclusive."))
    guard let from = self.start, let until = self.end, from >= until else { return }
    keys.context.error(
      .emptyWindow, at: keys.places[end].range ?? keys.places.head,
      "'\(end.rawValue)' is not after '\(start.rawValue)', \(from.rfc3339)",
      help: from == until ? "let it end later; the end itself is outside" : "swap the two times")
  }

  static var startSentence: String { "From this moment on, like 2026-12-01T09:00Z." }
}
