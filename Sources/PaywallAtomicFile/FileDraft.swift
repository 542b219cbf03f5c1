#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// New bytes on disk beside the file that they will replace. Removed with the last use unless
/// placed. For callers that check the file again before they replace it; others use `AtomicFile`.
package final class FileDraft {
  private let directory: Int32
  /// In the directory. It begins with a dot, so that it is not read as configuration.
  private let file: String
  /// The written file's name in messages.
  private let name: String
  private let descriptor: Int32
  private var keepsOwner = true
  private var isPlaced = false
  private let fail: FailingStep

  /// The error number of a step that fails, for tests of the cleanup.
  typealias FailingStep = (AtomicFileError.Step) -> Int32?

  /// - Parameters:
  ///   - directory: the descriptor of an open directory. A copy of it is kept.
  ///   - name: of the file in messages.
  package convenience init(
    _ bytes: [UInt8], access: FileAccess, in directory: Int32, named name: String
  ) throws(AtomicFileError) {
    try self.init(bytes, access: access, in: directory, named: name) { _ in nil }
  }

  init(
    _ bytes: [UInt8], access: FileAccess, in directory: Int32, named name: String,
    failing fail: @escaping FailingStep
  ) throws(AtomicFileError) {
    (self.name, self.fail) = (name, fail)
    (file, descriptor) = try Self.make(access.initialMode, in: directory, named: name, fail)
    self.directory = fcntl(directory, F_DUPFD_CLOEXEC, 0)
    try set(access)
    try write(bytes)
    try check(.flush, systemFlush(descriptor))
  }

  deinit {
    if !isPlaced { _ = unsafe unlinkat(directory, file, 0) }
    close(descriptor)
    close(directory)
  }

  /// Replaces or creates the file.
  package func replace(_ name: String) throws(AtomicFileError) -> WrittenFile {
    try check(.place, systemRename(directory, file, directory, name))
    isPlaced = true
    return written()
  }

  /// Creates the file if its name is free.
  package func create(_ name: String) throws(AtomicFileError) -> WrittenFile {
    // A link fails if a name is taken; a rename would replace the file.
    let number = fail(.place) ?? (systemLink(directory, file, name) == 0 ? 0 : errno)
    switch number {
    case 0: return written()
    case EPERM, ENOTSUP, ENOSYS: return try createWithoutLink(name)
    default: throw AtomicFileError(.place, self.name, number)
    }
  }

  /// On a file system without hard links: the name is claimed first.
  private func createWithoutLink(_ name: String) throws(AtomicFileError) -> WrittenFile {
    let claim = systemOpen(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard claim >= 0 else { throw AtomicFileError(.place, self.name) }
    close(claim)
    do throws(AtomicFileError) {
      return try replace(name)
    } catch {
      _ = unsafe unlinkat(directory, name, 0)
      throw error
    }
  }

  private func written() -> WrittenFile {
    let isDurable = fail(.flushFolder) == nil && systemFlush(directory) == 0
    return WrittenFile(keepsOwner: keepsOwner, isDurable: isDurable)
  }

  private static func make(
    _ mode: mode_t, in directory: Int32, named name: String, _ fail: FailingStep
  ) throws(AtomicFileError) -> (String, Int32) {
    if let number = fail(.make) { throw AtomicFileError(.make, name, number) }
    for _ in 0..<10 {
      let file = ".paywall-\(String(UInt64.random(in: 0 ... .max), radix: 36)).tmp"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = systemOpen(directory, file, flags, mode)
      if descriptor >= 0 { return (file, descriptor) }
      guard errno == EEXIST else { break }
    }
    throw AtomicFileError(.make, name)
  }

  /// Only root may change the owner; another user may still set a group of theirs.
  private func set(_ access: FileAccess) throws(AtomicFileError) {
    guard case .exactly(let mode, let owner, let group) = access else { return }
    if fchown(descriptor, owner, group) != 0 {
      _ = fchown(descriptor, uid_t.max, group)
      var status = stat()
      let isKnown = unsafe fstat(descriptor, &status) == 0
      keepsOwner = isKnown && status.st_uid == owner && status.st_gid == group
    }
    try check(.make, fchmod(descriptor, mode))
  }

  private func write(_ bytes: [UInt8]) throws(AtomicFileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      if let number = fail(.write) { throw AtomicFileError(.write, name, number) }
      let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw AtomicFileError(.write, name, count < 0 ? errno : ENOSPC) }
      rest = rest.dropFirst(count)
    }
  }

  private func check(
    _ step: AtomicFileError.Step, _ result: @autoclosure () -> Int32
  ) throws(AtomicFileError) {
    if let number = fail(step) { throw AtomicFileError(step, name, number) }
    guard result() == 0 else { throw AtomicFileError(step, name) }
  }
}

private func systemOpen(
  _ directory: Int32, _ name: String, _ flags: Int32, _ mode: mode_t
) -> Int32 {
  unsafe openat(directory, name, flags, mode)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemLink(_ directory: Int32, _ old: String, _ new: String) -> Int32 {
  unsafe linkat(directory, old, directory, new, 0)
}
