import Foundation
import PaywallAtomicFile
import PaywallCatalog

/// The folder of an export. New files wait in `.partial` until all of a run are on disk; then
/// `next.json` names them, they are moved to their places, and it becomes `cursor.json`. A process that
/// ends between any two of these steps leaves files of whole runs only, and the next run goes on.
struct ExportFolder {
  let path: String
  private let lock: FileHandle

  static let cursor = "cursor.json"
  private static let next = "next.json"
  private static let partial = ".partial"

  /// - Parameter isCreating: makes a folder that is not there.
  init(_ path: String, isCreating: Bool) throws(ExportProblem) {
    self.path = path
    let manager = FileManager.default
    let names: [String]
    do {
      if isCreating {
        try manager.createDirectory(
          atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
      names = try manager.contentsOfDirectory(atPath: path)
    } catch {
      throw ExportProblem(
        "the folder '\(path)' cannot be used: \(error.systemWords)",
        help: "make it, or name another one")
    }
    let isOurs = names.contains(Self.cursor) || names.contains(Self.next)
    if !isOurs, let other = names.sorted().first(where: { !Self.mayBeThere($0) }) {
      throw .notOurs(path, other)
    }
    // Not made by name and renamed, which would be another file for each process.
    let descriptor = unsafe open("\(path)/.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .disk("\(path)/.lock", "it cannot be opened") }
    lock = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard AtomicFile.lock(descriptor, LOCK_EX | LOCK_NB) != .taken else {
      throw ExportProblem(
        "another process writes the export in '\(path)'", help: "wait for it, and run it again")
    }
  }

  private static func mayBeThere(_ name: String) -> Bool {
    name.hasPrefix(".") || name == "lost+found"
      // The schemas of a first run that did not end.
      || ExportDialect.allCases.contains { name == $0.file }
  }

  // MARK: Reading

  /// - Returns: `nil` for a folder without an export.
  static func cursor(in folder: String) throws(ExportProblem) -> ExportCursor? {
    try cursor(at: "\(folder)/\(cursor)")
  }

  private static func cursor(at path: String) throws(ExportProblem) -> ExportCursor? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    guard let cursor = try? JSONDecoder().decode(ExportCursor.self, from: data),
      cursor.version == 1
    else { throw .unreadable(path) }
    return cursor
  }

  /// Files that an upload has moved away are no longer looked at.
  func check(_ cursor: ExportCursor) throws(ExportProblem) {
    for file in cursor.files {
      let size = size(of: file.name)
      guard size == nil || size == file.bytes else { throw .cut("\(path)/\(file.name)") }
    }
  }

  private func size(of name: String) -> Int? {
    try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.size] as? Int
  }

  // MARK: Writing

  /// Finishes a run that had everything on disk, and removes what another one left.
  func recover(_ step: (String) -> Void) throws {
    guard let next = try Self.cursor(at: "\(path)/\(Self.next)") else {
      try? FileManager.default.removeItem(atPath: "\(path)/\(Self.partial)")
      return
    }
    if try Self.cursor(in: path) == next {
      try? FileManager.default.removeItem(atPath: "\(path)/\(Self.next)")
    } else {
      try publish(next, step)
    }
  }

  /// The place of a file until the run is whole.
  func partial(_ name: String) -> String {
    "\(path)/\(Self.partial)/\(name.replacing("/", with: "_"))"
  }

  func begin() throws(ExportProblem) {
    let partial = "\(path)/\(Self.partial)"
    do {
      try FileManager.default.createDirectory(
        atPath: partial, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw .disk(partial, error.systemWords)
    }
  }

  /// Publishes the files of a run, which are on disk.
  func commit(_ cursor: ExportCursor, _ step: (String) -> Void) throws {
    try AtomicFile.flush(folder: "\(path)/\(Self.partial)")
    try AtomicFile.replace("\(path)/\(Self.next)", with: cursor.bytes)
    step("named")
    try publish(cursor, step)
  }

  private func publish(_ cursor: ExportCursor, _ step: (String) -> Void) throws {
    let manager = FileManager.default
    for file in cursor.files + [cursor.state] {
      let (waiting, place) = (partial(file.name), "\(path)/\(file.name)")
      if manager.fileExists(atPath: waiting) {
        let folder = (place as NSString).deletingLastPathComponent
        try manager.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try manager.moveItem(atPath: waiting, toPath: place)
        try AtomicFile.flush(folder: folder)
      }
      let size = size(of: file.name)
      // An upload may have taken a file that was moved before the run was stopped.
      guard size == file.bytes || size == nil && file.name != cursor.state.name else {
        throw ExportProblem.cut(place)
      }
      step("moved \(file.name)")
    }
    try AtomicFile.replace("\(path)/\(Self.cursor)", with: cursor.bytes)
    step("cursor")
    try? manager.removeItem(atPath: "\(path)/\(Self.next)")
    try? manager.removeItem(atPath: "\(path)/\(Self.partial)")
  }

  /// Keeps the moment of a run that found no changes.
  func note(_ cursor: ExportCursor) throws {
    try AtomicFile.replace("\(path)/\(Self.cursor)", with: cursor.bytes)
  }

  func abandon() { try? FileManager.default.removeItem(atPath: "\(path)/\(Self.partial)") }

  /// Removes states of former runs, and files of days before one.
  ///
  /// - Parameter tables: the names of folders.
  func prune(_ cursor: ExportCursor, of tables: [String], before day: String?) {
    let manager = FileManager.default
    func remove(in folder: String, _ isOld: (String) -> Bool) {
      for name in (try? manager.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
      where isOld(name) {
        try? manager.removeItem(atPath: "\(path)/\(folder)/\(name)")
      }
    }
    remove(in: ".state") { ".state/\($0)" != cursor.state.name }
    guard let day else { return }
    for table in tables {
      remove(in: table) { name in name.hasSuffix(".gz") && String(name.prefix(10)) < day }
    }
  }
}

extension ExportCursor {
  fileprivate var bytes: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
  }
}

extension Error {
  /// The system's words for an error of a file.
  var systemWords: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    return (underlying ?? self as NSError).localizedDescription
  }
}
