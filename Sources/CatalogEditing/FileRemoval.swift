/// Removes a file.
package struct FileRemoval: Sendable {
  package let path: String
  package let folder: String?
  /// The bytes that were read. A file that has changed since then stays.
  package let was: [UInt8]

  /// - Parameter folder: the folder that the path is relative to; `nil` for the file's own folder.
  package init(of path: String, in folder: String? = nil, was: [UInt8]) {
    self.path = path
    self.folder = folder
    self.was = was
  }

  /// Removes the name. A symbolic link is removed; its target stays.
  package func remove() throws(WriteRefusal) {
    let target = try WriteTarget(path, in: folder)
    let (file, directory) = try target.file()
    let open = try OpenFile.reading(file, in: directory, named: path)
    try open.lock()
    guard try open.bytes(atMost: was.count + 1) == was else { throw .changed(path) }
    let parent = try target.parent()
    try parent.remove(target.name, named: path)
    _ = parent.sync()
  }
}
