internal import CatalogFiles
internal import SystemLibrary

/// Where a command writes: a path in a folder, reached through links that stay in the folder.
struct WriteTarget {
  /// The last part of the path.
  let name: String
  private let path: String
  private let above: String
  private let folder: ConfigurationFolder
  private let shown: String

  /// - Parameter folder: `nil` for the folder that the path names.
  init(_ path: String, in folder: String?) throws(WriteRefusal) {
    shown = path
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    name = parts.last ?? path
    self.path = folder == nil ? name : path
    above = folder == nil ? "" : parts.dropLast().joined(separator: "/")
    let root = folder ?? path.folder
    do throws(FolderRefusal) {
      self.folder = try ConfigurationFolder(root)
    } catch {
      throw WriteRefusal(error, path)
    }
  }

  /// The file after resolving all links, and its directory.
  func file() throws(WriteRefusal) -> (name: String, DirectoryHandle) {
    do throws(FolderRefusal) {
      let place = try folder.place(ofFile: path)
      return (place.name, place.0)
    } catch {
      throw WriteRefusal(error, shown)
    }
  }

  /// The directory of the name, which may be that of a link.
  func parent() throws(WriteRefusal) -> DirectoryHandle { try directory(at: above) }

  /// The directory of the name, which is made if it is missing.
  func madeParent() throws(WriteRefusal) -> DirectoryHandle {
    var path = ""
    for part in above.split(separator: "/").map(String.init) {
      let (parent, place) = (path, path.isEmpty ? part : "\(path)/\(part)")
      if (try? folder.entry(at: place)) == nil {
        try directory(at: parent).makeFolder(part, named: shown)
      }
      path = place
    }
    return try parent()
  }

  private func directory(at path: String) throws(WriteRefusal) -> DirectoryHandle {
    do throws(FolderRefusal) {
      return try folder.directory(at: path)
    } catch {
      throw WriteRefusal(error, shown)
    }
  }
}

extension DirectoryHandle {
  /// Makes a folder, unless something has its name.
  func makeFolder(_ folder: String, named name: String) throws(WriteRefusal) {
    guard unsafe mkdirat(descriptor, folder, 0o777) == 0 || errno == EEXIST else {
      throw .system(errno, name)
    }
  }

  func remove(_ file: String, named name: String) throws(WriteRefusal) {
    guard unsafe unlinkat(descriptor, file, 0) == 0 else { throw .system(errno, name) }
  }
}

extension WriteRefusal {
  init(_ refusal: FolderRefusal, _ path: String) {
    switch refusal {
    case .missing: self = .system(ENOENT, path)
    case .system(let number): self = .system(number, path)
    case .special: self = .notAFile(path)
    case .leadsOutside, .leadsToHidden, .leadsToOtherKind, .tooManyLinks, .tooLarge, .replaced:
      self.init(
        .fileNotWritable, path, "\(refusal.message); nothing was written", help: refusal.help)
    }
  }
}

extension String {
  /// The folder of a path; `.` for a name alone.
  fileprivate var folder: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
