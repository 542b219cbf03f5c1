/// A file that gets new bytes, whole or not at all.
package struct FileReplacement: Sendable {
  /// A symbolic link stays; the file that it leads to is replaced, if it is in the folder.
  package let path: String
  package let folder: String?
  /// What was read. A file that holds something else by now is not replaced.
  package let was: [UInt8]
  package let new: [UInt8]

  /// - Parameter folder: of the configuration, from which the path is; `nil` for the file's own.
  package init(of path: String, in folder: String? = nil, was: [UInt8], by new: [UInt8]) {
    self.path = path
    self.folder = folder
    self.was = was
    self.new = new
  }

  /// Writes a file beside the old one and puts it in its place. The order is the promise: the new
  /// bytes are on disk before the name leads to them, so whoever opens the file at any time, also
  /// after the power failed, finds all of the old bytes or all of the new ones. When it throws,
  /// the old file is untouched and nothing is left beside it.
  package func write() throws(WriteRefusal) -> WrittenFile {
    let (file, directory) = try WriteTarget(path, in: folder).file()
    let old = try OpenFile.reading(file, in: directory, named: path)
    try old.lock()
    let status = try old.status()
    guard status.isWritable, old.mayWrite else { throw .notWritable(path) }
    guard try old.bytes(atMost: was.count + 1) == was else { throw .changed(path) }

    let temporary = try OpenFile.temporary(in: directory, named: path)
    var isInPlace = false
    defer { if !isInPlace { try? temporary.remove() } }
    let keepsOwner = temporary.take(ownerOf: status)
    try temporary.setMode(status.mode)
    try temporary.write(new)
    try temporary.sync()

    let now = try OpenFile.reading(file, in: directory, named: path)
    guard try now.status().isSameFile(as: status),
      try now.bytes(atMost: was.count + 1) == was
    else { throw .changed(path) }
    try temporary.rename(to: file)
    isInPlace = true
    return WrittenFile(keepsOwner: keepsOwner, isDurable: directory.sync())
  }
}

/// A file that was not there before.
package struct NewFile: Sendable {
  package let path: String
  package let folder: String?
  package let bytes: [UInt8]

  /// - Parameter folder: of the configuration, from which the path is; `nil` for the file's own.
  package init(_ path: String, in folder: String? = nil, _ bytes: [UInt8]) {
    self.path = path
    self.folder = folder
    self.bytes = bytes
  }

  /// Writes the file whole or not at all; what is there already, even a dangling link, stays.
  package func write() throws(WriteRefusal) -> WrittenFile {
    let target = try WriteTarget(path, in: folder)
    let parent = try target.parent()
    let temporary = try OpenFile.temporary(in: parent, named: path, mode: 0o666)
    defer { try? temporary.remove() }
    try temporary.write(bytes)
    try temporary.sync()
    // A link fails where a name is taken; a rename would replace the file.
    try temporary.link(to: target.name)
    return WrittenFile(keepsOwner: true, isDurable: parent.sync())
  }
}

/// What is worth saying of a file that was written.
package struct WrittenFile: Hashable, Sendable {
  /// `false` when the file now belongs to whoever ran the command.
  package let keepsOwner: Bool
  /// `false` when the file system could not promise that the name survives a loss of power.
  package let isDurable: Bool
}
