import CatalogFiles
package import Crypto
import Foundation
import Logging
import PaywallAtomicFile
import PaywallTextCoding

/// The folder of the files that must outlive the server: a copy of the last accepted release's
/// files, and the key that hides visitor ids in logs.
///
/// `copies/<release>` is complete as soon as it has that name, and `current` names the one in use.
/// Both are renamed after a flush, so a kill at any moment leaves the old copy or the new one,
/// never half of one.
package struct StateDirectory: Sendable {
  package let path: String
  /// Another server writes to it; this one writes nothing.
  package let isReadOnly: Bool

  package init(_ path: String, isReadOnly: Bool = false) {
    self.path = path
    self.isReadOnly = isReadOnly
  }

  private var copies: String { "\(path)/copies" }
  private var pointer: String { "\(path)/current" }

  /// The folder of the copy in use; `nil` if none.
  package var currentCopy: String? {
    guard let name = currentRelease else { return nil }
    let folder = "\(copies)/\(name)"
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }

  private var currentRelease: String? {
    guard let bytes = FileManager.default.contents(atPath: pointer),
      let name = String(data: bytes, encoding: .utf8), Self.isRelease(name)
    else { return nil }
    return name
  }

  /// Copies the configuration files of a release, unless it is current.
  package func keep(_ stamp: FolderStamp, of folder: String, as release: String) throws {
    guard !isReadOnly else { return }
    guard Self.isRelease(release), currentRelease != release || currentCopy == nil else { return }
    let files = FileManager.default
    // Copy from the directory that was scanned, even if a link to it is swapped.
    guard let source = try? ConfigurationFolder(folder), FolderStamp(of: source) == stamp else {
      throw StateDirectoryError.changed(folder)
    }
    try makeFolders(copies)
    let target = "\(copies)/\(release)"
    if !files.fileExists(atPath: target) {
      let draft = "\(copies)/.draft-\(UInt64.random(in: 0 ... .max))"
      defer { try? files.removeItem(atPath: draft) }
      var folders: Set<String> = [draft]
      for file in stamp.files {
        let copy = "\(draft)/\(file.path)"
        let parent = String(copy[..<(copy.lastIndex(of: "/") ?? copy.endIndex)])
        if folders.insert(parent).inserted {
          try makeFolders(parent)
        }
        // No configuration file is larger, and notes beside them are not needed.
        guard file.size <= Self.mostBytes else { continue }
        guard let content = try? source.bytes(at: file.path, atMost: Self.mostBytes) else {
          throw StateDirectoryError.vanished(file.path)
        }
        try put(content, at: copy)
      }
      guard FolderStamp(of: source) == stamp else { throw StateDirectoryError.changed(folder) }
      for folder in folders { try AtomicFile.flush(folder: folder) }
      try AtomicFile.rename(folder: draft, to: target)
    }
    try put(Array(release.utf8), at: pointer)
    removeOthers(than: release)
  }

  /// The same; warns if the files cannot be copied.
  func keep(_ stamp: FolderStamp, of folder: String, as release: String, _ logger: Logger) {
    do {
      try keep(stamp, of: folder, as: release)
    } catch {
      logger.warning(
        "the configuration could not be copied to the state directory; a restart with a broken folder would find nothing to serve",
        metadata: ["path": "\(path)", "reason": "\(error)"])
    }
  }

  private static let mostBytes = ConfigurationFolder.mostBytes / 2

  /// Removes drafts of killed runs, and copies of earlier releases.
  private func removeOthers(than release: String) {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: copies)) ?? [] where name != release {
      try? files.removeItem(atPath: "\(copies)/\(name)")
    }
  }

  private static func isRelease(_ name: String) -> Bool {
    name.utf8.count == 64
      && name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}

extension StateDirectory {
  /// The key of `VisitorPseudonym`: 32 random bytes, created at first start, readable by the owner.
  /// Where nothing may be written, a missing one lasts as long as the process.
  package func visitorKey() throws -> SymmetricKey {
    let file = "\(path)/visitor.key"
    if let bytes = FileManager.default.contents(atPath: file), bytes.count == 32 {
      return SymmetricKey(data: bytes)
    }
    let key = SymmetricKey(size: .bits256)
    guard !isReadOnly else { return key }
    try makeFolders(path)
    try put(unsafe key.withUnsafeBytes { unsafe Array($0) }, at: file)
    return key
  }

  /// Replaces a file, readable by the owner. Its name is flushed too.
  private func put(_ bytes: [UInt8], at path: String) throws {
    guard try AtomicFile.replace(path, with: bytes).isDurable else {
      throw StateDirectoryError.failed(
        operation: "flush the folder of", path: path, reason: "the file system does not support it")
    }
  }
}

/// Why files were not kept.
package enum StateDirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
  case vanished(String)
  case changed(String)
  case failed(operation: String, path: String, reason: String)

  package var description: String {
    switch self {
    case .vanished(let path): "\(path) vanished while it was being copied"
    case .changed(let path): "\(path) changed while it was being copied"
    case .failed(let operation, let path, let reason): "cannot \(operation) \(path): \(reason)"
    }
  }
}

extension StateDirectory {
  /// Names this state folder's server among those that share a ledger, also after a restart: 16
  /// hexadecimal digits. One that cannot be kept is another after a restart.
  package func nodeId() -> String {
    let file = "\(path)/node.id"
    if let bytes = FileManager.default.contents(atPath: file),
      case let text = String(decoding: bytes, as: UTF8.self), text.utf8.count == 16,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    {
      return text
    }
    let made = (0..<8).map { _ in UInt8.random(in: 0 ... .max) }.hexadecimal
    if !isReadOnly { _ = try? AtomicFile.replace(file, with: Array(made.utf8)) }
    return made
  }
}
