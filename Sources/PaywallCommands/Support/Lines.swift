import Foundation

/// The lines of a file or of standard input, read piece by piece.
struct Lines {
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  private var isAtEnd = false

  /// - Parameter path: `-` is standard input.
  init(_ path: String) throws {
    guard path != "-" else {
      handle = .standardInput
      return
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw Failure(
        .failedOutside, "'\(path)' cannot be read", help: "name a file, or - for standard input")
    }
    self.handle = handle
  }

  /// Bytes that are no UTF-8 become replacement characters, which no signed text contains.
  mutating func next() throws -> String? {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      searched = buffer.count
      guard !isAtEnd, let more = try handle.read(upToCount: 1 << 16), !more.isEmpty else {
        isAtEnd = true
        guard !buffer.isEmpty else { return nil }
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
      }
      buffer.append(contentsOf: more)
    }
  }
}
