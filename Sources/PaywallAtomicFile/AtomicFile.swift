#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Files that are written whole or not at all.
///
/// The new bytes are on disk before the name points to them. A process that opens the file at any
/// time, even after a power failure, reads all of the old bytes or all of the new ones. If a
/// function throws, the old file is unchanged and no temporary file is left.
package enum AtomicFile {
  /// Replaces or creates a file. A symbolic link is replaced, not its target.
  @discardableResult
  package static func replace(
    _ path: String, with bytes: [UInt8], access: FileAccess = .owner
  ) throws(AtomicFileError) -> WrittenFile {
    try write(path, bytes, access) { draft, name throws(AtomicFileError) in
      try draft.replace(name)
    }
  }

  /// Creates a file. An existing file is unchanged, and the error is `isThere`.
  @discardableResult
  package static func create(
    _ path: String, with bytes: [UInt8], access: FileAccess = .owner
  ) throws(AtomicFileError) -> WrittenFile {
    try write(path, bytes, access) { draft, name throws(AtomicFileError) in
      try draft.create(name)
    }
  }

  private static func write(
    _ path: String, _ bytes: [UInt8], _ access: FileAccess,
    place: (FileDraft, String) throws(AtomicFileError) -> WrittenFile
  ) throws(AtomicFileError) -> WrittenFile {
    let (folder, name) = parts(of: path)
    let directory = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw AtomicFileError(.openFolder, folder) }
    defer { _ = close(directory) }
    let draft = try FileDraft(
      bytes, access: access.resolved(name, in: directory), in: directory, named: path)
    return try place(draft, name)
  }

  /// Renames a folder, whose files are on disk, within its parent.
  package static func rename(folder: String, to target: String) throws(AtomicFileError) {
    try flush(folder: folder)
    guard systemRename(AT_FDCWD, folder, AT_FDCWD, target) == 0 else {
      throw AtomicFileError(.place, folder)
    }
    try flush(folder: parts(of: target).folder)
  }

  /// Syncs a folder's names to disk.
  package static func flush(folder: String) throws(AtomicFileError) {
    let directory = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw AtomicFileError(.openFolder, folder) }
    defer { _ = close(directory) }
    guard systemFlush(directory) == 0 else { throw AtomicFileError(.flushFolder, folder) }
  }

  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }
}

/// The facts of a written file that a caller may report.
package struct WrittenFile: Hashable, Sendable {
  /// `false` if the file now belongs to the user who ran the command.
  package let keepsOwner: Bool
  /// `false` if the file system cannot guarantee that the name survives a power failure.
  package let isDurable: Bool
}

func systemFlush(_ descriptor: Int32) -> Int32 {
  while fsync(descriptor) != 0 {
    guard errno == EINTR else { return -1 }
  }
  return 0
}

func systemRename(
  _ oldFolder: Int32, _ old: String, _ newFolder: Int32, _ new: String
) -> Int32 {
  unsafe renameat(oldFolder, old, newFolder, new)
}
