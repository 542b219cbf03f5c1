/// Lets a number of tests do something at a time, such as running a program, which takes memory; the
/// others wait without blocking a thread, in the order in which they came.
package actor Turns {
  /// Programs that tests start.
  package static let programs = Turns(6)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(_ count: Int) { free = count }

  package nonisolated func take<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    await begin()
    do {
      let value = try await body()
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
