package import CatalogFiles
internal import Serving

/// Path, size, inode and time of a folder's configuration files: enough to detect a change without
/// reading them.
package struct FolderStamp: Hashable, Sendable {
  package private(set) var files: [File] = []

  package struct File: Hashable, Sendable {
    /// Relative to the folder, with `/` separators.
    package var path: String
    package var size: Int64
    package var inode: UInt64
    package var seconds: Int64
    package var nanoseconds: Int64
  }

  package init(files: [File] = []) { self.files = files }

  /// Scans the folder. Files that vanish meanwhile are left out; the next scan shows it.
  package init(of folder: String) {
    if let opened = try? ConfigurationFolder(folder) {
      self.init(of: opened)
    } else {
      self.init()
    }
  }

  package init(of folder: ConfigurationFolder) {
    for root in ConfigurationPath.roots { add(root, in: folder, depth: 0) }
  }

  /// Follows links as the loader does, because mounted configuration often is a link that is
  /// swapped. Names with a leading dot belong to editors and version control.
  private mutating func add(_ path: String, in folder: ConfigurationFolder, depth: Int) {
    guard depth < 16, files.count <= ConfigurationFolder.mostFiles,
      let entry = try? folder.entry(at: path)
    else { return }
    switch entry {
    case .folder:
      for name in (try? folder.names(in: path)) ?? [] where name.utf8.first != UInt8(ascii: ".") {
        add("\(path)/\(name)", in: folder, depth: depth + 1)
      }
    case .file(let file):
      files.append(
        File(
          path: path, size: file.size, inode: file.inode, seconds: file.seconds,
          nanoseconds: file.nanoseconds))
    }
  }
}
