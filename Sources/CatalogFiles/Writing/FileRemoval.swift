#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that is to go.
package struct FileRemoval: Sendable {
  package let path: String
  /// What was read. A file that holds something else by now stays.
  package let was: [UInt8]

  package init(of path: String, was: [UInt8]) {
    self.path = path
    self.was = was
  }

  /// Takes the name away. Of a symbolic link the link goes, the file that it leads to stays.
  package func remove() throws(WriteRefusal) {
    let file = try OpenFile.reading(path, named: path)
    try file.lock()
    guard try file.bytes(atMost: was.count + 1) == was else { throw .changed(path) }
    guard unsafe unlink(path) == 0 else { throw .system(errno, path) }
    _ = OpenFile.syncFolder(path.folder)
  }
}
