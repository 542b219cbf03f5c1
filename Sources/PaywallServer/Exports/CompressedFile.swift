import Foundation
import HTTPTransport
import Synchronization

/// A gzip file that is written line by line, and made with the first one.
struct CompressedFile: ~Copyable {
  private let path: String
  private let header: [UInt8]
  private var compressor: Compressor?
  private var buffer: [UInt8] = []
  private(set) var rows = 0

  private static let part = 1 << 20

  init(_ path: String, header: [UInt8]) {
    self.path = path
    self.header = header
  }

  mutating func write(_ line: [UInt8]) throws(ExportProblem) {
    begin()
    rows += 1
    buffer += line
    if buffer.count >= Self.part { try flush() }
  }

  /// Puts the file on disk.
  ///
  /// - Parameter isNeeded: makes a file without lines, too.
  /// - Returns: its size; `nil` if there is none.
  mutating func close(isNeeded: Bool) throws(ExportProblem) -> Int? {
    guard rows > 0 || isNeeded else { return nil }
    begin()
    try flush()
    return try compressor?.finish()
  }

  private mutating func begin() {
    if rows == 0 { buffer = header }
  }

  private mutating func flush() throws(ExportProblem) {
    if compressor == nil { compressor = try Compressor(path) }
    try compressor?.write(buffer)
    buffer = []
    buffer.reserveCapacity(Self.part)
  }
}

/// Compresses a part in the background while its caller makes the next one.
private final class Compressor: Sendable {
  private let queue = DispatchQueue(label: "paywall.export")
  private let output: Mutex<Output>

  private struct Output: ~Copyable {
    var file: NewFile
    var stream: GzipStream
    var problem: ExportProblem?

    mutating func write(_ part: [UInt8], isLast: Bool = false) {
      guard problem == nil else { return }
      do throws(ExportProblem) {
        let compressed = stream.compress(part, isLast: isLast)
        try file.write { $0 += compressed }
        if isLast { try file.close() }
      } catch {
        problem = error
      }
    }
  }

  init(_ path: String) throws(ExportProblem) {
    guard let stream = GzipStream(.onRequest) else { throw .disk(path, "there is no memory") }
    output = Mutex(Output(file: try NewFile(path), stream: stream))
  }

  /// Waits for the part before.
  func write(_ part: [UInt8]) throws(ExportProblem) {
    try wait()
    queue.async { self.output.withLock { $0.write(part) } }
  }

  /// - Returns: the size of the file.
  func finish() throws(ExportProblem) -> Int {
    try wait()
    output.withLock { $0.write([], isLast: true) }
    try wait()
    return output.withLock { $0.file.count }
  }

  private func wait() throws(ExportProblem) {
    queue.sync {}
    if let problem = output.withLock({ $0.problem }) { throw problem }
  }
}
