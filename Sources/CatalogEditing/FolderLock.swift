internal import CatalogFiles

/// Keeps commands from writing into a folder at the same time.
package enum FolderLock {
  /// Does the work while nobody else holds the folder. The lock goes with the process.
  ///
  /// - Throws: `fileBusy` where another command holds it, and what the work throws.
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
