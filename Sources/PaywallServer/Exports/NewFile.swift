import Foundation

/// A file of a run, which is written in large parts.
struct NewFile: ~Copyable {
  let path: String
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  private var written = 0

  private static let part = 1 << 20

  init(_ path: String) throws(ExportProblem) {
    let isMade = FileManager.default.createFile(
      atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    guard isMade, let handle = FileHandle(forWritingAtPath: path) else {
      throw .disk(path, "it cannot be made")
    }
    self.path = path
    self.handle = handle
  }

  var count: Int { written + buffer.count }

  /// - Parameter append: adds the bytes.
  mutating func write(_ append: (inout [UInt8]) -> Void) throws(ExportProblem) {
    append(&buffer)
    if buffer.count >= Self.part { try flush() }
  }

  /// Gives the bytes to the system, for a reader.
  mutating func flush() throws(ExportProblem) {
    try perform { [buffer] in try handle.write(contentsOf: buffer) }
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes other bytes over those at a place.
  mutating func replace(at place: Int, with bytes: [UInt8]) throws(ExportProblem) {
    try flush()
    try perform {
      try handle.seek(toOffset: UInt64(place))
      try handle.write(contentsOf: bytes)
      try handle.seekToEnd()
    }
  }

  /// Puts the bytes on disk.
  mutating func close() throws(ExportProblem) {
    try flush()
    try perform {
      try handle.synchronize()
      try handle.close()
    }
  }

  private func perform(_ work: () throws -> Void) throws(ExportProblem) {
    do {
      try work()
    } catch {
      throw .disk(path, error.systemWords)
    }
  }
}
