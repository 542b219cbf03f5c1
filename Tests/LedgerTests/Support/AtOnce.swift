/// Runs a call many times at once.
///
/// - Parameter body: gets a number from 0 on.
/// - Returns: the answers in any order.
@discardableResult
func atOnce<Output: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Output
) async throws -> [Output] {
  try await withThrowingTaskGroup(of: Output.self) { group in
    for number in 0..<count { group.addTask { try await body(number) } }
    return try await group.reduce(into: []) { $0.append($1) }
  }
}
