/// A file that is to go.
package struct FileRemoval: Sendable {
  package let path: String
  package let folder: String?
  /// What was read. A file that holds something else by now stays.
  package let was: [UInt8]

  /// - Parameter folder: of the configuration, from which the path is; `nil` for the file's own.
  package init(of path: String, in folder: String? = nil, was: [UInt8]) {
    self.path = path
    self.folder = folder
    self.was = was
  }

  /// Takes the name away. Of a symbolic link the link goes, the file that it leads to stays.
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
