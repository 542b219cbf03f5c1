import Foundation

/// Runs a test with the path of a folder of its own, which is gone afterwards.
package func withTemporaryFolder<Output>(_ body: (String) async throws -> Output) async throws
  -> Output
{
  let path = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)")
    .path
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try await body(path)
}
