import Crypto
import Foundation
import SystemLibrary

/// A file whose parts are read by their places.
struct FileParts {
  private let path: String
  private let handle: FileHandle
  let count: Int

  init(_ path: String) throws(ExportProblem) {
    guard let handle = FileHandle(forReadingAtPath: path), let end = try? handle.seekToEnd() else {
      throw .unreadable(path)
    }
    self.path = path
    self.handle = handle
    count = Int(end)
  }

  var problem: ExportProblem { .unreadable(path) }

  /// Replaces the bytes by those of a part.
  func read(_ part: Range<Int>, into bytes: inout [UInt8]) throws(ExportProblem) {
    if bytes.count != part.count { bytes = [UInt8](repeating: 0, count: part.count) }
    var done = 0
    while done < part.count {
      let count = unsafe bytes.withUnsafeMutableBytes { bytes in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
        return unsafe pread(
          handle.fileDescriptor, rest.baseAddress, rest.count, off_t(part.lowerBound + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw problem }
      done += count
    }
  }

  /// The SHA-256 of the first bytes.
  func digest(ofFirst count: Int) throws(ExportProblem) -> [UInt8] {
    var digest = SHA256()
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: count, by: 1 << 20) {
      try read(start..<min(count, start + 1 << 20), into: &bytes)
      digest.update(data: bytes)
    }
    return Array(digest.finalize())
  }
}
