internal import CStatFS
internal import SystemLibrary

/// An open directory, closed with its last use. All calls use its descriptor, and none follows a
/// link: the directory stays the same even if paths change meanwhile.
package final class DirectoryHandle {
  package let descriptor: Int32

  /// The device of its file system; 0 if unknown.
  private let device: dev_t

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    device = unsafe fstat(descriptor, &status) == 0 ? status.st_dev : 0
  }

  deinit { close(descriptor) }

  /// A directory by a path without links.
  static func open(_ path: String) throws(FolderRefusal) -> DirectoryHandle {
    try checked(systemOpen(AT_FDCWD, path, directoryFlags))
  }

  func directory(_ name: String) throws(FolderRefusal) -> DirectoryHandle {
    try Self.checked(systemOpen(descriptor, name, Self.directoryFlags))
  }

  private static let directoryFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

  private static func checked(_ descriptor: Int32) throws(FolderRefusal) -> DirectoryHandle {
    guard descriptor >= 0 else { throw .failed(errno) }
    let directory = DirectoryHandle(descriptor)
    try requireDisk(descriptor)
    return directory
  }

  /// The status of a link itself, not of its target.
  func status(of name: String) throws(FolderRefusal) -> stat {
    var status = stat()
    guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw .failed(errno)
    }
    return status
  }

  /// The target of a link, as written.
  func target(of name: String) throws(FolderRefusal) -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { buffer in
      guard let text = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else {
        return -1
      }
      return unsafe readlinkat(descriptor, name, text, buffer.count)
    }
    guard count >= 0 else { throw .failed(errno) }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// The bytes of a regular file. A file that was replaced after its status was read is refused,
  /// and a pipe never blocks.
  func bytes(of name: String, like seen: stat, atMost most: Int) throws(FolderRefusal) -> [UInt8] {
    let file = systemOpen(
      descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw .failed(errno) }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .failed(errno) }
    guard status.st_dev == seen.st_dev, status.st_ino == seen.st_ino else { throw .replaced }
    try Self.requireRegular(status)
    // The file system of the directory is known to be a disk.
    if device == 0 || status.st_dev != device { try Self.requireDisk(file) }
    guard status.st_size <= most else {
      throw .tooLarge(bytes: Int(status.st_size), most: most)
    }
    return try Self.bytes(from: file, expecting: Int(status.st_size), atMost: most)
  }

  /// Returns everything that an open file holds, which may have changed since its size was read.
  private static func bytes(
    from file: Int32, expecting size: Int, atMost most: Int
  ) throws(FolderRefusal) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= most {
      // The room is one byte more than expected, so that the first read shows the end.
      var count = 0
      let room = bytes.isEmpty ? size + 1 : 1 << 16
      let part = unsafe [UInt8](unsafeUninitializedCapacity: room) {
        count = unsafe read(file, $0.baseAddress, $0.count)
        $1 = max(0, count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .failed(errno) }
      if count == 0 { return bytes }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      // Less than was asked for is the rest of a regular file.
      if count == size, bytes.count == size { return bytes }
    }
    throw .tooLarge(bytes: bytes.count, most: most)
  }

  /// Returns the names without `.` and `..`, sorted; one more than `most` if there are more.
  func names(atMost most: Int) throws(FolderRefusal) -> [String] {
    let copy = systemOpen(descriptor, ".", Self.directoryFlags)
    guard copy >= 0 else { throw .failed(errno) }
    guard let listing = unsafe fdopendir(copy) else {
      close(copy)
      throw .failed(errno)
    }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while names.count <= most, let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func requireRegular(_ status: stat) throws(FolderRefusal) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .special("a folder")
    case S_IFIFO: throw .special("a named pipe")
    case S_IFSOCK: throw .special("a socket")
    case S_IFCHR, S_IFBLK: throw .special("a device")
    default: throw .special("no regular file")
    }
  }

  /// Refuses files of the kernel (procfs and the like), which look like regular files.
  private static func requireDisk(_ descriptor: Int32) throws(FolderRefusal) {
    #if os(Linux)
    var status = statfs()
    guard unsafe fstatfs(descriptor, &status) == 0 else { throw .failed(errno) }
    // Magic numbers of linux/magic.h are 32 bits, whatever width the field has.
    if let kind = kernelFileSystems[UInt32(truncatingIfNeeded: status.f_type)] {
      throw .special("a file of \(kind)")
    }
    #endif
  }

  private static let kernelFileSystems: [UInt32: String] = [
    0x9fa0: "procfs", 0x6265_6572: "sysfs", 0x1cd1: "devpts", 0x6462_6720: "debugfs",
    0x7472_6163: "tracefs", 0x0027_e0eb: "cgroup", 0x6367_7270: "cgroup2",
    0x7363_6673: "securityfs", 0xf97c_ff8c: "selinuxfs", 0xcafe_4a11: "bpf",
    0x6e73_6673: "nsfs", 0x6265_6570: "configfs", 0xde5e_81e4: "efivarfs", 0x6165_676c: "pstore",
    0x1980_0202: "mqueue", 0x4249_4e4d: "binfmt_misc", 0x5049_4446: "pidfs",
    0x6573_5543: "fusectl",
  ]
}

private func systemOpen(_ directory: Int32, _ path: String, _ flags: Int32) -> Int32 {
  unsafe openat(directory, path, flags)
}
