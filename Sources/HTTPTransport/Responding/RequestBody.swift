package import NIOCore

/// The body of a request.
package enum RequestBody: Sendable {
  /// All of it came before a route was asked.
  case whole(ByteBuffer)
  /// It may still be arriving. It ends with an error if it is cut.
  case arriving(AsyncThrowingStream<ByteBuffer, any Error>)

  /// Reads the body; `nil` if it has more bytes than a limit, and then the rest is not waited for.
  ///
  /// - Throws: `IncompleteRequest` if the body was cut.
  package func bytes(upTo limit: Int) async throws -> [UInt8]? {
    var bytes: [UInt8] = []
    let fits = try await read { part in
      let count = bytes.count + part.readableBytes
      guard count <= limit else { return false }
      if bytes.capacity < count { bytes.reserveCapacity(min(Self.room(for: count), limit)) }
      bytes.append(contentsOf: part.readableBytesView)
      return true
    }
    return fits ? bytes : nil
  }

  /// Most bodies in memory are held back by somebody, so a small one gets an eighth more than it needs. The
  /// system fills a block of this length and more only as it is written, so a large one gets as much again:
  /// to copy it at each eighth took a third of the processor.
  private static func room(for count: Int) -> Int {
    count < 128 * 1024 ? count + count / 8 : 2 * count
  }

  /// Waits until the body is complete, for a route that needs nothing of it.
  ///
  /// - Throws: `IncompleteRequest` if the body was cut.
  package func finish() async throws { _ = try await read { _ in true } }

  /// Hands on each part until one is not taken.
  ///
  /// - Returns: whether all were taken.
  private func read(_ take: (ByteBuffer) -> Bool) async throws -> Bool {
    switch self {
    case .whole(let all):
      guard take(all) else { return false }
    case .arriving(let parts):
      do {
        for try await part in parts { guard take(part) else { return false } }
      } catch {
        throw IncompleteRequest()
      }
    }
    // The stream of a cancelled task ends as if the body were complete.
    guard !Task.isCancelled else { throw IncompleteRequest() }
    return true
  }
}
