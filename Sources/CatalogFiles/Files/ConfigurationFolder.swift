internal import SystemLibrary

/// The folder that holds `Paywalls` and `Experiments`, opened once. The folder itself may be a
/// link, and is resolved when it is opened: everything is read from that one directory, even if the
/// link changes meanwhile. Links in it are followed if they stay in it; each is read once, so that
/// all files behind it are of one version (Kubernetes swaps `..data`).
package final class ConfigurationFolder {
  /// The most files of a folder that are read; together at most `mostBytes`.
  package static let mostFiles = 5000
  package static let mostBytes = 32 << 20

  private let root: DirectoryHandle
  /// The prefixes of absolute links that stay inside.
  private let prefixes: [[String]]
  /// The open folders by path from the root, without links.
  private var directories: [String: DirectoryHandle] = [:]
  private var targets: [String: String] = [:]

  package init(_ path: String) throws(FolderRefusal) {
    guard let resolved = unsafe realpath(path, nil) else { throw .failed(errno) }
    defer { unsafe free(resolved) }
    let real = unsafe String(cString: resolved)
    root = try DirectoryHandle.open(real)
    prefixes = [real, path].filter { $0.hasPrefix("/") }.map(Self.parts)
  }

  /// The kind of thing at a path.
  package enum Entry: Hashable, Sendable {
    case folder
    case file(FileIdentity)
  }

  /// Shows whether a file has changed, without reading it.
  package struct FileIdentity: Hashable, Sendable {
    package var size: Int64
    package var inode: UInt64
    package var seconds: Int64
    package var nanoseconds: Int64
  }

  package func entry(at path: String) throws(FolderRefusal) -> Entry {
    switch try resolve(path) {
    case .directory: return .folder
    case .file(_, _, let status):
      let time = status.modified
      return .file(
        FileIdentity(
          size: Int64(status.st_size), inode: UInt64(status.st_ino), seconds: Int64(time.tv_sec),
          nanoseconds: Int64(time.tv_nsec)))
    }
  }

  /// Sorted; one more than `mostFiles` if there are more.
  package func names(in path: String) throws(FolderRefusal) -> [String] {
    guard case .directory(let parts) = try resolve(path) else { throw .missing }
    return try directory(parts).names(atMost: Self.mostFiles)
  }

  package func bytes(at path: String, atMost most: Int) throws(FolderRefusal) -> [UInt8] {
    guard let file = try file(at: path) else { throw .special("a folder") }
    return try file.bytes(atMost: most)
  }

  /// The file at a path, to be read without walking the path again; `nil` for a folder.
  func file(at path: String) throws(FolderRefusal) -> File? {
    guard case .file(let directory, let name, let status) = try resolve(path) else { return nil }
    return File(directory: directory, name: name, status: status)
  }

  /// A file in its directory, with all links resolved.
  struct File {
    fileprivate let directory: DirectoryHandle
    fileprivate let name: String
    fileprivate let status: stat

    func bytes(atMost most: Int) throws(FolderRefusal) -> [UInt8] {
      try directory.bytes(of: name, like: status, atMost: most)
    }
  }

  /// The directory of a file and its name there, after resolving all links.
  package func place(ofFile path: String) throws(FolderRefusal) -> (DirectoryHandle, name: String) {
    guard case .file(let directory, let name, _) = try resolve(path) else {
      throw .special("a folder")
    }
    return (directory, name)
  }

  package func directory(at path: String) throws(FolderRefusal) -> DirectoryHandle {
    guard case .directory(let parts) = try resolve(path) else { throw .missing }
    return try directory(parts)
  }

  // MARK: Links

  private enum Destination {
    case directory([String])
    case file(DirectoryHandle, name: String, stat)
  }

  /// Walks a path name by name; it ends at anything but a folder.
  private func resolve(_ path: String) throws(FolderRefusal) -> Destination {
    var rest = Array(Self.parts(path).reversed())
    var place: [String] = []
    var links = 0
    while let name = rest.popLast() {
      if name == ".." {
        guard place.popLast() != nil else { throw .leadsOutside }
        continue
      }
      if links > 0, Self.isHidden(name) { throw .leadsToHidden }
      let directory = try directory(place)
      let status = try directory.status(of: name)
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        links += 1
        guard links <= Self.mostLinks else { throw .tooManyLinks }
        let target = try target(of: name, in: directory, at: place)
        if target.hasPrefix("/") { place = [] }
        rest += try inside(target).reversed()
      case S_IFDIR: place.append(name)
      default:
        try DirectoryHandle.requireRegular(status)
        guard rest.isEmpty else { throw .missing }
        guard links == 0 || Self.ending(name) == Self.ending(path) else {
          throw .leadsToOtherKind
        }
        return .file(directory, name: name, status)
      }
    }
    return .directory(place)
  }

  /// The limit of Linux.
  private static let mostLinks = 40

  /// `..data` of a mounted ConfigMap is not hidden.
  private static func isHidden(_ name: String) -> Bool {
    name.hasPrefix(".") && !name.hasPrefix("..")
  }

  /// The file extension. A secret in the folder has another extension than the link, so no
  /// diagnostic can quote it.
  private static func ending(_ path: String) -> Substring? {
    let parts = path.split(separator: "/").last?.split(separator: ".") ?? []
    return parts.count > 1 ? parts.last : nil
  }

  /// The parts of a link's target, from the root if it is absolute.
  private func inside(_ target: String) throws(FolderRefusal) -> [String] {
    let parts = Self.parts(target)
    guard target.hasPrefix("/") else { return parts }
    guard let prefix = prefixes.first(where: { parts.starts(with: $0) }) else {
      throw .leadsOutside
    }
    return Array(parts.dropFirst(prefix.count))
  }

  private func target(
    of name: String, in directory: DirectoryHandle, at place: [String]
  ) throws(FolderRefusal) -> String {
    let path = (place + [name]).joined(separator: "/")
    if let known = targets[path] { return known }
    let target = try directory.target(of: name)
    targets[path] = target
    return target
  }

  private func directory(_ parts: [String]) throws(FolderRefusal) -> DirectoryHandle {
    guard let last = parts.last else { return root }
    let path = parts.joined(separator: "/")
    if let known = directories[path] { return known }
    let directory = try directory(Array(parts.dropLast())).directory(last)
    // Each is an open file, and their number is limited.
    if directories.count < 64 { directories[path] = directory }
    return directory
  }

  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)
  }
}

extension stat {
  fileprivate var modified: timespec {
    #if canImport(Darwin)
    st_mtimespec
    #else
    st_mtim
    #endif
  }
}
