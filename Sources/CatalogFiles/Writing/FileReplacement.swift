#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that gets new bytes, whole or not at all.
package struct FileReplacement: Sendable {
  /// A symbolic link stays; the file that it leads to is replaced.
  package let path: String
  /// What was read. A file that holds something else by now is not replaced.
  package let was: [UInt8]
  package let new: [UInt8]

  package init(of path: String, was: [UInt8], by new: [UInt8]) {
    self.path = path
    self.was = was
    self.new = new
  }

  /// Writes a file beside the old one and puts it in its place. The order is the promise: the new
  /// bytes are on disk before the name leads to them, so whoever opens the file at any time, also
  /// after the power failed, finds all of the old bytes or all of the new ones. When it throws,
  /// the old file is untouched and nothing is left beside it.
  package func write() throws(WriteRefusal) -> WrittenFile {
    let target = try Self.target(of: path)
    let old = try OpenFile.reading(target, named: path)
    try old.lock()
    let status = try old.status()
    guard status.isWritable, old.mayWrite else { throw .notWritable(path) }
    guard try old.bytes(atMost: was.count + 1) == was else { throw .changed(path) }

    let temporary = try OpenFile.temporary(in: target.folder, named: path)
    var isInPlace = false
    defer { if !isInPlace { temporary.remove() } }
    let keepsOwner = temporary.take(ownerOf: status)
    try temporary.setMode(status.mode)
    try temporary.write(new)
    try temporary.sync()

    let now = try OpenFile.reading(target, named: path)
    guard try now.status().isSameFile(as: status),
      try now.bytes(atMost: was.count + 1) == was
    else { throw .changed(path) }
    try temporary.rename(to: target)
    isInPlace = true
    let isDurable = OpenFile.syncFolder(target.folder)
    return WrittenFile(keepsOwner: keepsOwner, isDurable: isDurable)
  }

  /// The file at the end of all symbolic links.
  private static func target(of path: String) throws(WriteRefusal) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw .system(errno, path) }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}

/// A file that was not there before.
package struct NewFile: Sendable {
  package let path: String
  package let bytes: [UInt8]

  package init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Writes the file whole or not at all; what is there already, even a dangling link, stays.
  package func write() throws(WriteRefusal) -> WrittenFile {
    let temporary = try OpenFile.temporary(in: path.folder, named: path, mode: 0o666)
    defer { temporary.remove() }
    try temporary.write(bytes)
    try temporary.sync()
    // A link fails where a name is taken; a rename would replace the file.
    try temporary.link(to: path)
    return WrittenFile(keepsOwner: true, isDurable: OpenFile.syncFolder(path.folder))
  }
}

/// What is worth saying of a file that was written.
package struct WrittenFile: Hashable, Sendable {
  /// `false` when the file now belongs to whoever ran the command.
  package let keepsOwner: Bool
  /// `false` when the file system could not promise that the name survives a loss of power.
  package let isDurable: Bool
}

extension String {
  /// The folder of a path; `.` for a name alone.
  var folder: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
