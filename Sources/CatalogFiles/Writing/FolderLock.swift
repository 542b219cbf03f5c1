/// Keeps commands from writing into a folder at the same time.
package enum FolderLock {
  /// Does the work while nobody else holds the folder. The lock goes with the process.
  ///
  /// - Throws: `fileBusy` where another command holds it, and what the work throws.
  package static func hold<Result>(
    _ folder: String, while work: () throws -> Result
  ) throws -> Result {
    let folder = try OpenFile.folder(folder)
    try folder.lock()
    return try withExtendedLifetime(folder) { try work() }
  }
}
