#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Files that are written whole or not at all.
///
/// The order is the promise: the new bytes are on disk before the name leads to them. A process that
/// opens the file at any time, also after the power failed, finds all of the old bytes or all of the
/// new ones. When a function throws, the old file is untouched and nothing is left beside it.
package enum AtomicFile {
  /// Puts bytes in the place of a file, or where none is. A link is replaced, not what it leads to.
  @discardableResult
  package static func replace(
    _ path: String, with bytes: [UInt8], access: FileAccess = .owner
  ) throws(AtomicFileError) -> WrittenFile {
    try write(path, bytes, access) { draft, name throws(AtomicFileError) in
      try draft.replace(name)
    }
  }

  /// Writes a file that is not there yet. One that is stays as it is, and is the error `isThere`.
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

  /// Gives a folder, whose files are on disk, another name in the same folder.
  package static func rename(folder: String, to target: String) throws(AtomicFileError) {
    try flush(folder: folder)
    guard systemRename(AT_FDCWD, folder, AT_FDCWD, target) == 0 else {
      throw AtomicFileError(.place, folder)
    }
    try flush(folder: parts(of: target).folder)
  }

  /// Puts the names in a folder on disk.
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

/// What is worth saying of a file that was written.
package struct WrittenFile: Hashable, Sendable {
  /// `false` when the file now belongs to the user who ran the command.
  package let keepsOwner: Bool
  /// `false` when the file system could not promise that the name survives a loss of power.
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
