#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files that are on the disk when the function returns. New ones are readable by the owner only.
enum Disk {
  static func write(_ content: Data, to path: String) throws(StateDirectoryError) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure("write", path) }
    defer { _ = close(file) }
    var rest = content[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          unsafe Darwin.write(file, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
          unsafe Musl.write(file, buffer.baseAddress, buffer.count)
        #else
          unsafe Glibc.write(file, buffer.baseAddress, buffer.count)
        #endif
      }
      guard count > 0 else { throw failure("write", path) }
      rest = rest.dropFirst(count)
    }
    guard fsync(file) == 0 else { throw failure("flush", path) }
  }

  /// Writes beside the file and puts the new one in its place in one step.
  static func replace(_ path: String, with content: Data) throws(StateDirectoryError) {
    let draft = "\(path).draft-\(UInt64.random(in: 0 ... .max))"
    try write(content, to: draft)
    try rename(draft, to: path)
  }

  /// Writes a file that is not there yet. One that is stays as it is.
  static func create(_ path: String, with content: Data) throws(StateDirectoryError) {
    let draft = "\(path).draft-\(UInt64.random(in: 0 ... .max))"
    try write(content, to: draft)
    defer { _ = unsafe unlink(draft) }
    guard unsafe link(draft, path) == 0 || errno == EEXIST else { throw failure("make", path) }
    try flush(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
  }

  static func rename(_ path: String, to target: String) throws(StateDirectoryError) {
    #if canImport(Darwin)
      let result = unsafe Darwin.rename(path, target)
    #elseif canImport(Musl)
      let result = unsafe Musl.rename(path, target)
    #else
      let result = unsafe Glibc.rename(path, target)
    #endif
    guard result == 0 else { throw failure("rename", path) }
  }

  /// Flushes the names in a folder.
  static func flush(_ folder: String) throws(StateDirectoryError) {
    let file = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("open", folder) }
    defer { _ = close(file) }
    guard fsync(file) == 0 else { throw failure("flush", folder) }
  }

  private static func failure(_ operation: String, _ path: String) -> StateDirectoryError {
    let reason = unsafe String(cString: strerror(errno))
    return .failed(operation: operation, path: path, reason: reason)
  }
}
