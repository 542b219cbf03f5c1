import AtomicFile
package import Foundation

/// A folder with a file per name.
///
/// On iOS the files can be read from the first unlock after a start of the device on
/// (`completeUntilFirstUserAuthentication`), and stay out of backups.
package struct FolderStorage: Storage {
  private let folder: URL

  package init(_ folder: URL) { self.folder = folder }

  package func read(_ name: String) throws -> Data? {
    let file = folder.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try Data(contentsOf: file)
  }

  package func write(_ content: Data, to name: String) throws {
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
    try AtomicFile.replace(
      folder.appendingPathComponent(name).path, with: Array(content), access: .kept)
  }

  package func remove(_ name: String) throws {
    let file = folder.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    try FileManager.default.removeItem(at: file)
  }

  package func names(from prefix: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.utf8.starts(with: prefix.utf8) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
