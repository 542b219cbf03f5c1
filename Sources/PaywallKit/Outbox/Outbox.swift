/// The messages that wait for the server, oldest first, at most `most` of at most `mostBytes`.
struct Outbox: Sendable {
  private(set) var queue: [OutboxEntry] = []
  /// The number of the next file.
  private var number = 0
  /// A mark that keeps the names of two processes apart that share a folder.
  private let mark: String
  let most: Int
  /// The most bytes of messages: the room that purchases leave.
  var mostBytes = Int.max

  init(most: Int, mark: UInt32 = .random(in: 0 ... .max)) {
    self.most = most
    self.mark = String(mark, radix: 16)
  }

  /// The messages of the next request: an alias, or exposures of one visitor with the same
  /// attributes. 50 of the usual length are half of what the server accepts.
  var next: [OutboxEntry] {
    guard let first = queue.first else { return [] }
    guard let exposure = first.exposure else { return [first] }
    let batch = queue.prefix {
      $0.exposure?.who == exposure.who && $0.exposure?.attributes == exposure.attributes
    }
    return Array(batch.prefix(50))
  }

  var hasAlias: Bool { queue.contains { $0.exposure == nil } }

  /// Adds a message at the end. Beyond the limit the oldest exposures are dropped.
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
    let messages = sent.map(\.message)
    let removed = queue.filter { messages.contains($0.message) }
    queue.removeAll { messages.contains($0.message) }
    return (sent + removed).compactMap(\.file)
  }

  /// Puts the messages of an earlier run before those that came since, which get their files now.
  ///
  /// - Returns: the messages to write, and those beyond the limit.
  mutating func restore(_ stored: [OutboxEntry]) -> (added: [OutboxEntry], dropped: [OutboxEntry]) {
    let numbers = stored.compactMap {
      $0.file.flatMap { Int($0.dropFirst(OutboxEntry.prefix.count).prefix(Self.digits)) }
    }
    number = max(number, (numbers.max() ?? -1) + 1)
    let since = queue.map { queued in
      queued.file == nil ? OutboxEntry(message: queued.message, file: nextFile()) : queued
    }
    queue = stored + since
    let dropped = trim()
    return (since.filter { !dropped.contains($0) }, dropped)
  }

  /// Returns the next name; names sort in the order of the messages.
  private mutating func nextFile() -> String {
    let digits = String(number)
    number += 1
    let zeros = String(repeating: "0", count: max(0, Self.digits - digits.count))
    return "\(OutboxEntry.prefix)\(zeros)\(digits)-\(mark)"
  }

  private static let digits = 12

  /// Removes the oldest exposures beyond the limits.
  mutating func trim() -> [OutboxEntry] {
    var bytes = queue.reduce(0) { $0 + $1.size }
    var dropped: [OutboxEntry] = []
    while queue.count > most || bytes > mostBytes,
      let oldest = queue.firstIndex(where: { $0.exposure != nil })
    {
      bytes -= queue[oldest].size
      dropped.append(queue.remove(at: oldest))
    }
    return dropped
  }
}
