import CommandSupport
import Foundation

/// The lines of a file or of standard input, read piece by piece.
struct Lines {
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  private var isAtEnd = false
  /// The bytes that were read, including those of an incomplete line.
  private(set) var read = 0
  /// The bytes of the file; `nil` for standard input and other streams.
  let total: Int?

  /// - Parameter path: `-` is standard input.
  init(_ path: String) throws {
    guard path != "-" else {
      (handle, total) = (.standardInput, nil)
      return
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw Failure(
        .failedOutside, "'\(path)' cannot be read", help: "name a file, or - for standard input")
    }
    self.handle = handle
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
    total = isFile ? (attributes?[.size] as? NSNumber)?.intValue : nil
  }

  /// Replaces bytes that are not UTF-8 by replacement characters, which no signed text contains.
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
      read += more.count
      buffer.append(contentsOf: more)
    }
  }
}
