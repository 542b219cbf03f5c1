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
    let added = Queued(message: message, file: isKept ? nextFile() : nil)
    queue.append(added)
    return (added, trim())
  }

  /// Takes messages away that were sent or given up.
  ///
  /// - Returns: the names of their files.
  mutating func remove(_ sent: [Queued]) -> [String] {
    let messages = Set(sent.map(\.message))
    let removed = queue.filter { messages.contains($0.message) }
    queue.removeAll { messages.contains($0.message) }
    return (sent + removed).compactMap(\.file)
  }

  /// What waited when the app ended goes before what came since, which gets its files now.
  ///
  /// - Returns: what is to be written, and what is too much.
  mutating func recall(_ stored: [Queued]) -> (added: [Queued], dropped: [Queued]) {
    let numbers = stored.compactMap { $0.file.flatMap { Int($0.dropFirst(Queued.prefix.count)) } }
    number = max(number, (numbers.max() ?? -1) + 1)
    let since = queue.map { queued in
      queued.file == nil ? Queued(message: queued.message, file: nextFile()) : queued
    }
    queue = stored + since
    let dropped = trim()
    return (since.filter { !dropped.contains($0) }, dropped)
  }

  /// Names that sort as they were given.
  private mutating func nextFile() -> String {
    let digits = String(number)
    number += 1
    return Queued.prefix + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }

  private mutating func trim() -> [Queued] {
    var dropped: [Queued] = []
    while queue.count > most, let oldest = queue.firstIndex(where: { $0.exposure != nil }) {
      dropped.append(queue.remove(at: oldest))
    }
    return dropped
  }
}
