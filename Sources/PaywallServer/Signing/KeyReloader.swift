import CatalogFiles
package import Logging

/// Reads keys again when their files change, and on SIGHUP. One that cannot be used changes
/// nothing: the key before stays, and the log says why.
package actor KeyReloader {
  /// A key and its files.
  package struct Watched: Sendable {
    /// For the log: `offer key`.
    let name: String
    let files: [String]
    fileprivate var watch: FolderWatch
    let reload: @Sendable () throws -> Bool

    /// - Parameters:
    ///   - stamp: of the files, taken before the key was read first.
    ///   - reload: takes up the files' new content and returns whether it was read, or throws and
    ///     changes nothing. `false` if it is in use already.
    package init(
      _ name: String, _ files: [String], stamp: FolderStamp,
      reload: @escaping @Sendable () throws -> Bool
    ) {
      self.name = name
      self.files = files
      watch = FolderWatch(loaded: stamp)
      self.reload = reload
    }
  }

  private var keys: [Watched]
  private let logger: Logger

  package init(_ keys: [Watched], logger: Logger) {
    self.keys = keys.filter { !$0.files.isEmpty }
    self.logger = logger
  }

  /// Reads the files that changed and are stable.
  package func look() {
    for index in keys.indices where keys[index].watch.isDue(FolderStamp(files: keys[index].files)) {
      reload(keys[index])
    }
  }

  /// Reads all of them.
  package func reload() {
    for key in keys { reload(key) }
  }

  private func reload(_ key: Watched) {
    let files = Logger.MetadataValue.array(key.files.map { "\($0)" })
    do {
      guard try key.reload() else { return }
      logger.notice("the \(key.name) was read again", metadata: ["files": files])
    } catch {
      logger.error(
        "the new \(key.name) cannot be used; the one before stays",
        metadata: ["files": files, "reason": "\(error)"])
    }
  }
}

extension FolderStamp {
  /// Stamps single files, followed through links; a missing one is left out. The time is that of
  /// the last change of content, owner or permissions: each can make a key usable.
  package init(files paths: [String]) {
    self.init(
      files: paths.compactMap { path in
        FileStatus(path: path).map {
          File(
            path: path, size: $0.size, inode: $0.inode, seconds: $0.seconds,
            nanoseconds: $0.nanoseconds)
        }
      })
  }
}
