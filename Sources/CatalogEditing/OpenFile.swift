internal import CatalogFiles
internal import SystemLibrary

/// An open file, closed with its last use, by its name in an open directory: no link is followed,
/// and changes of the path above it have no effect. All system calls that write are here.
final class OpenFile {
  private let descriptor: Int32
  private let directory: DirectoryHandle
  /// In the directory.
  private let file: String
  /// Its name in messages.
  private let name: String

  private init(
    _ descriptor: Int32, _ file: String, in directory: DirectoryHandle, named name: String
  ) {
    (self.descriptor, self.file, self.directory, self.name) = (descriptor, file, directory, name)
  }

  deinit { close(descriptor) }

  static func reading(
    _ file: String, in directory: DirectoryHandle, named name: String
  ) throws(WriteRefusal) -> OpenFile {
    // Opening a pipe would wait for a writer.
    let descriptor = unsafe openat(
      directory.descriptor, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system(errno, name) }
    let file = OpenFile(descriptor, file, in: directory, named: name)
    guard try file.status().isRegular else { throw .notAFile(name) }
    return file
  }

  /// Refuses while another command holds the file.
  func lock() throws(WriteRefusal) {
    guard isLocked(descriptor) else { throw .busy(name) }
  }

  var mayWrite: Bool { unsafe faccessat(directory.descriptor, file, W_OK, 0) == 0 }

  func status() throws(WriteRefusal) -> FileStatus {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno, name) }
    return FileStatus(status)
  }

  /// From the start of the file.
  func bytes(atMost most: Int) throws(WriteRefusal) -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while result.count < most {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(errno, name) }
      if count == 0 { break }
      result += buffer[..<count]
    }
    return result
  }
}

extension DirectoryHandle {
  /// Refuses while another command holds the folder.
  func lock(named name: String) throws(WriteRefusal) {
    guard isLocked(descriptor) else { throw .busy(name) }
  }

  /// Syncs the names in the folder to disk.
  func sync() -> Bool { fsync(descriptor) == 0 }
}

/// `false` if another process holds the lock; `true` on file systems without locks.
private func isLocked(_ descriptor: Int32) -> Bool {
  while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
    guard errno == EINTR else { return errno != EWOULDBLOCK }
  }
  return true
}

/// The status of a file.
struct FileStatus {
  let owner: uid_t
  let group: gid_t
  /// The permission bits, without the file type.
  let mode: mode_t
  let isRegular: Bool
  private let device: dev_t
  private let inode: ino_t

  init(_ status: stat) {
    owner = status.st_uid
    group = status.st_gid
    mode = status.st_mode & 0o7777
    isRegular = status.st_mode & S_IFMT == S_IFREG
    device = status.st_dev
    inode = status.st_ino
  }

  /// Whether a user may write it; root could write it even without permission.
  var isWritable: Bool { mode & 0o222 != 0 }

  func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}
