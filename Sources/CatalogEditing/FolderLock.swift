internal import CatalogFiles

/// Prevents commands from writing to a folder at the same time.
package enum FolderLock {
  /// Does the work while holding the lock of the folder. The lock ends with the process.
  ///
  /// - Throws: `fileBusy` if another command holds it, and the errors of `work`.
  package static func hold<Result>(
    _ folder: String, while work: () throws -> Result
  ) throws -> Result {
    let directory: DirectoryHandle
    do throws(FolderRefusal) {
      directory = try ConfigurationFolder(folder).directory(at: "")
    } catch {
      throw WriteRefusal(error, folder)
    }
    try directory.lock(named: folder)
    return try withExtendedLifetime(directory) { try work() }
  }
}
