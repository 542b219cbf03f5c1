import PaywallCatalog

extension ArrivalLog {
  /// A type is usual if it came at least this often, on this many days of the last 28.
  private static let fewest = 20
  private static let fewestDays = 7
  private static let times: Int64 = 3
  /// The shortest silence that is reported, in milliseconds.
  private static let shortest: Int64 = 3_600_000

  /// The usual gap is the longest one of nine days in ten: so nights and weekends are usual, and
  /// days on which the server was away are not. Sorted by type.
  func silences(at now: Timestamp) -> [Silence] {
    types.compactMap { type, arrivals -> Silence? in
      let recent = arrivals.days.filter { $0.day > now.milliseconds / Timestamp.day - Self.days }
      guard recent.count >= Self.fewestDays, recent.reduce(0, { $0 + $1.count }) >= Self.fewest
      else { return nil }
      let gaps = recent.map(\.gap).sorted()
      let usual = gaps[(gaps.count * 9 + 9) / 10 - 1]
      let silent = now.milliseconds - arrivals.last
      guard silent > max(usual * Self.times, Self.shortest) else { return nil }
      return Silence(
        type: type, since: Timestamp(milliseconds: arrivals.last), usualGap: usual)
    }.sorted { $0.type.utf8.lexicographicallyPrecedes($1.type.utf8) }
  }
}
