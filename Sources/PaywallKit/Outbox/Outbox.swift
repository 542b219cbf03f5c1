/// What waits to be told to the server, oldest first, and no more than it may hold.
struct Outbox: Sendable {
  private(set) var queue: [Queued] = []
  /// Of the next file.
  private var number = 0
  let most: Int

  init(most: Int) { self.most = most }

  /// What goes together in one request: an alias, or exposures of one visitor.
  var next: [Queued] {
    guard let first = queue.first else { return [] }
    guard let exposure = first.exposure else { return [first] }
    return Array(queue.prefix(while: { $0.exposure?.who == exposure.who }).prefix(100))
  }

  var hasAlias: Bool { queue.contains { $0.exposure == nil } }

  /// Adds a message at the end. Beyond the limit the oldest exposures go.
  mutating func add(
    _ message: Queued.Message, isKept: Bool
  ) -> (added: Queued, dropped: [Queued]) {
    let digits = String(number)
    let padding = String(repeating: "0", count: max(0, 12 - digits.count))
    number += 1
    let added = Queued(message: message, file: isKept ? Queued.prefix + padding + digits : nil)
    queue.append(added)
    return (added, trim())
  }

  mutating func remove(_ sent: [Queued]) {
    queue.removeAll { sent.contains($0) }
  }

  /// What waited when the app ended goes before what came since.
  mutating func recall(_ stored: [Queued]) -> [Queued] {
    queue = stored + queue
    let numbers = stored.compactMap { $0.file.flatMap { Int($0.dropFirst(Queued.prefix.count)) } }
    number = max(number, (numbers.max() ?? -1) + 1)
    return trim()
  }

  private mutating func trim() -> [Queued] {
    var dropped: [Queued] = []
    while queue.count > most, let oldest = queue.firstIndex(where: { $0.exposure != nil }) {
      dropped.append(queue.remove(at: oldest))
    }
    return dropped
  }
}
