internal import PaywallCatalog
internal import YAMLText

enum FromUntilKey: String, FileKey { case from, until }

enum ScheduleKey: String, FileKey { case start, end }

extension NodeDecoder where Value == TimeWindow {
  /// `{ from: …, until: … }`; either may be left out.
  static var window: NodeDecoder {
    NodeDecoder { node, context in
      MappingReader<FromUntilKey>(node, context, as: "a window").map {
        TimeWindow($0, .from, .until)
      }
    }
  }

  /// `{ start: …, end: … }`; either may be left out.
  static var schedule: NodeDecoder {
    NodeDecoder { node, context in
      MappingReader<ScheduleKey>(node, context, as: "a schedule").map {
        TimeWindow($0, .start, .end)
      }
    }
  }
}

extension TimeWindow {
  /// Reads two keys of a mapping as the ends of a window, which must not be empty.
  init<Key: FileKey>(_ keys: MappingReader<Key>, _ start: Key, _ end: Key) {
    self.init(start: keys.optional(start, .time), end: keys.optional(end, .time))
    guard let from = self.start, let until = self.end, from >= until else { return }
    keys.context.error(
      .emptyWindow, at: keys.places[end].range ?? keys.places.head,
      "'\(end.rawValue)' is not after '\(start.rawValue)', \(from.rfc3339)",
      help: from == until ? "let it end later; the end itself is outside" : "swap the two times")
  }
}
