/// The messages that wait for the server, oldest first, at most `most`.
struct Outbox: Sendable {
  private(set) var queue: [OutboxEntry] = []
  /// Of the next file.
  private var number = 0
  let most: Int

  init(most: Int) { self.most = most }

  /// The messages of the next request: an alias, or exposures of one visitor with the same attributes.
  /// 50 of the usual length are half of what the server takes.
  var next: [OutboxEntry] {
    guard let first = queue.first else { return [] }
    guard let exposure = first.exposure else { return [first] }
    let batch = queue.prefix {
      $0.exposure?.who == exposure.who && $0.exposure?.attributes == exposure.attributes
    }
    return Array(batch.prefix(50))
  }

  var hasAlias: Bool { queue.contains { $0.exposure == nil } }

  /// Adds a message at the end. Beyond the limit the oldest exposures go.
  mutating func add(
    _ message: OutboxEntry.Message, isKept: Bool
  ) -> (added: OutboxEntry, dropped: [OutboxEntry]) {
    let added = OutboxEntry(message: message, file: isKept ? nextFile() : nil)
    queue.append(added)
    return (added, trim())
  }

  /// Removes messages that were sent or given up.
  ///
  /// - Returns: the names of their files.
  mutating func remove(_ sent: [OutboxEntry]) -> [String] {
    let messages = Set(sent.map(\.message))
    let removed = queue.filter { messages.contains($0.message) }
    queue.removeAll { messages.contains($0.message) }
    return (sent + removed).compactMap(\.file)
  }

  /// Puts the messages of an earlier run before those that came since, which get their files now.
  ///
  /// - Returns: the messages to write, and those beyond the limit.
  mutating func restore(_ stored: [OutboxEntry]) -> (added: [OutboxEntry], dropped: [OutboxEntry]) {
    let numbers = stored.compactMap {
      $0.file.flatMap { Int($0.dropFirst(OutboxEntry.prefix.count)) }
    }
    number = max(number, (numbers.max() ?? -1) + 1)
    let since = queue.map { queued in
      queued.file == nil ? OutboxEntry(message: queued.message, file: nextFile()) : queued
    }
    queue = stored + since
    let dropped = trim()
    return (since.filter { !dropped.contains($0) }, dropped)
  }

  /// Names that sort in the order of the messages.
  private mutating func nextFile() -> String {
    let digits = String(number)
    number += 1
    return OutboxEntry.prefix + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }

  private mutating func trim() -> [OutboxEntry] {
    var dropped: [OutboxEntry] = []
    while queue.count > most, let oldest = queue.firstIndex(where: { $0.exposure != nil }) {
      dropped.append(queue.remove(at: oldest))
    }
    return dropped
  }
}
