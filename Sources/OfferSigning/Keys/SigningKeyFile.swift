import SystemLibrary

/// Reads key files: regular ones of at most 64 KiB.
package enum SigningKeyFile {
  static let byteLimit = 65_536

  /// The text of a private key's file, which only its owner may read.
  package static func secret(of path: String) throws(SigningKeyError) -> String {
    let (text, openTo) = try contents(of: path)
    guard openTo == 0 else { throw .readableByOthers(path: path, mode: openTo) }
    return text
  }

  /// The text of the file, with the permission bits of other users (`0o077`).
  package static func contents(
    of path: String
  ) throws(SigningKeyError) -> (text: String, openTo: UInt32) {
    // Not blocking, so that a named pipe without a writer cannot block the start.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      let cause = errno
      if cause == ENOENT || cause == ENOTDIR { throw .missingFile(path: path) }
      throw .unreadableFile(path: path, reason: unsafe String(cString: strerror(cause)))
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadableFile(path: path, reason: "it is not a regular file")
    }
    var bytes = [UInt8](repeating: 0, count: byteLimit + 1)
    var count = 0
    while count < bytes.count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      guard got >= 0 else {
        throw .unreadableFile(path: path, reason: unsafe String(cString: strerror(errno)))
      }
      if got == 0 { break }
      count += got
    }
    guard count <= byteLimit else {
      throw .unreadableFile(path: path, reason: "it is larger than 64 KiB")
    }
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    return (text, UInt32(status.st_mode) & 0o077)
  }
}
