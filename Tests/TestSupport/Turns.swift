/// Lets a number of tests do something at a time, such as running a program, which takes memory; the
/// others wait without blocking a thread, in the order in which they came. Who has a turn needs no other: if
/// each of them waited for a second one, none would come.
package actor Turns {
  /// Programs that tests start.
  package static let programs = Turns(6)

  @TaskLocal private static var held: Set<ObjectIdentifier> = []

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(_ count: Int) { free = count }

  package nonisolated func take<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    guard !Self.held.contains(ObjectIdentifier(self)) else { return try await body() }
    await begin()
    do {
      let held = Self.held.union([ObjectIdentifier(self)])
      let value = try await Self.$held.withValue(held) { try await body() }
      await end()
      return value
    } catch {
      await end()
      throw error
    }
  }

  private func begin() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func end() {
    guard !waiting.isEmpty else {
      free += 1
      return
    }
    waiting.removeFirst().resume()
  }
}
