import CatalogFiles
import CommandSupport
import Foundation
import PaywallAtomicFile

/// A folder that gets the files of an app, all of them or none.
struct NewFolder {
  private let path: String
  private var draft: String { "\(path)/.paywall-init" }

  init(_ path: String) { self.path = path }

  /// Ends the command if the folder has other content than hidden files, a read-me, a licence and
  /// Xcode's own files.
  ///
  /// - Parameter other: the command line that names another folder.
  func requireRoom(orName other: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw Failure(
        .failedOutside, "'\(path)' is no folder that can be read", help: "name another folder")
    }
    let others = names.filter { !Self.mayStay($0) }
      .sorted { $0.drop { $0 == "." } < $1.drop { $0 == "." } }
    guard !others.isEmpty else { return }
    throw Failure(
      .no,
      "'\(path)' is not empty: it has \(others.named)",
      help: others.contains("Paywalls")
        ? "these are the files of an app already; 'paywall check' reads them"
        : "name an empty folder, or a new one: \(other)")
  }

  private static func mayStay(_ name: String) -> Bool {
    name.hasPrefix(".") && name != ".schema" || name.uppercased().hasPrefix("README")
      || name.uppercased().hasPrefix("LICENSE") || name.hasSuffix(".storekit")
  }

  /// Writes everything beside its place first, so that a command that is cut off leaves nothing half
  /// written; `Paywalls` comes last.
  func write(_ files: ConfigurationFiles) throws {
    do {
      try? FileManager.default.removeItem(atPath: draft)
      for (name, bytes) in files.files {
        let target = "\(draft)/\(name)"
        try FileManager.default.createDirectory(
          at: URL(filePath: target).deletingLastPathComponent(), withIntermediateDirectories: true)
        try AtomicFile.create(target, with: bytes, access: .usual)
      }
      for name in [".schema", "Paywalls"] {
        try AtomicFile.rename(folder: "\(draft)/\(name)", to: "\(path)/\(name)")
      }
      try FileManager.default.removeItem(atPath: draft)
    } catch {
      try? FileManager.default.removeItem(atPath: draft)
      let reason = (error as? AtomicFileError)?.reason ?? error.localizedDescription
      throw Failure(
        .failedOutside, "'\(path)' cannot be written: \(reason)",
        help: "let this user write there, or name another folder")
    }
  }
}
