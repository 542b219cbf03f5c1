package import Foundation
import PaywallAtomicFile
import PaywallTextCoding

/// A folder with a file per name.
///
/// On iOS the files can be read from the first unlock after a start of the device on
/// (`completeUntilFirstUserAuthentication`), and stay out of backups.
///
/// Two processes may have the same folder, such as an app and its extension: each file is replaced
/// whole, and ``exclusively(_:)`` holds a lock for the moment of a change.
package struct FolderStorage: Storage {
  private let folder: URL
  /// Where an earlier version of this library kept the same files.
  private let formerFolder: URL?

  package init(_ folder: URL, formerly formerFolder: URL? = nil) {
    self.folder = folder
    self.formerFolder = formerFolder
  }

  /// Takes over the files of an earlier version, before the first look at this folder.
  private func adopt() {
    guard let formerFolder, !FileManager.default.fileExists(atPath: folder.path),
      FileManager.default.fileExists(atPath: formerFolder.path)
    else { return }
    try? FileManager.default.createDirectory(
      at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
    // If this fails, another process was faster, or nothing can be written here anyway.
    try? FileManager.default.moveItem(at: formerFolder, to: folder)
  }

  package func exclusively<Value>(_ work: () throws -> Value) throws -> Value {
    try makeFolder()
    // `names(from:)` is never asked for a name like this one.
    return try AtomicFile.withLock(folder.appendingPathComponent(".lock").path, work)
  }

  package func read(_ name: String) throws -> Data? {
    adopt()
    let file = folder.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do {
      return try Data(contentsOf: file)
    } catch {
      // Another process may have removed it in this moment.
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      throw error
    }
  }

  private func makeFolder() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    var folder = folder
    try? folder.setResourceValues(values)
    // A new file gets the protection of its folder.
    try? FileManager.default.setAttributes(
      [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
      ofItemAtPath: folder.path)
    #endif
  }

  package func write(_ content: Data, to name: String) throws {
    try makeFolder()
    try AtomicFile.replace(
      folder.appendingPathComponent(name).path, with: Array(content), access: .kept)
  }

  package func remove(_ name: String) throws {
    let file = folder.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    do {
      try FileManager.default.removeItem(at: file)
    } catch {
      // Another process may have removed it in this moment.
      guard !FileManager.default.fileExists(atPath: file.path) else { throw error }
    }
  }

  package func names(from prefix: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.utf8.starts(with: prefix.utf8) }
      .sorted(byUTF8: \.self)
  }
}
