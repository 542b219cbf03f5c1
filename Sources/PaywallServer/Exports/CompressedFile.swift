import Foundation
import HTTPTransport

/// A gzip file that is written line by line, and made with the first one.
struct CompressedFile: ~Copyable {
  private let path: String
  private let header: [UInt8]
  private var open: Open?
  private var buffer: [UInt8] = []
  private(set) var rows = 0

  private struct Open: ~Copyable {
    let file: FileHandle
    var stream: GzipStream
    var bytes = 0
  }

  init(_ path: String, header: [UInt8]) {
    self.path = path
    self.header = header
  }

  mutating func write(_ line: [UInt8]) throws {
    begin()
    rows += 1
    buffer += line
    if buffer.count > 1 << 20 { try flush() }
  }

  /// Puts the file on disk.
  ///
  /// - Parameter isNeeded: makes a file without lines, too.
  /// - Returns: its size; `nil` if there is none.
  mutating func close(isNeeded: Bool) throws -> Int? {
    guard rows > 0 || isNeeded else { return nil }
    begin()
    try flush(isLast: true)
    return open?.bytes
  }

  private mutating func begin() {
    if rows == 0 { buffer = header }
  }

  private mutating func flush(isLast: Bool = false) throws {
    if open == nil { open = try Self.made(path) }
    let compressed = open?.stream.compress(buffer, isLast: isLast) ?? []
    buffer.removeAll(keepingCapacity: true)
    do {
      try open?.file.write(contentsOf: compressed)
      open?.bytes += compressed.count
      guard isLast else { return }
      try open?.file.synchronize()
      try open?.file.close()
    } catch {
      throw ExportProblem.disk(path, error.systemWords)
    }
  }

  private static func made(_ path: String) throws -> Open {
    let isMade = FileManager.default.createFile(
      atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    guard isMade, let file = FileHandle(forWritingAtPath: path), let stream = GzipStream() else {
      throw ExportProblem.disk(path, "it cannot be made")
    }
    return Open(file: file, stream: stream)
  }
}
