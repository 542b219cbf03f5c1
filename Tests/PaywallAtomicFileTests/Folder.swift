import Foundation

@testable import PaywallAtomicFile

/// A folder of a test, removed with its last use.
final class Folder {
  let path: String
  private let isOwned: Bool

  init() throws {
    path = "\(NSTemporaryDirectory())/atomic-file-\(UUID().uuidString)"
    isOwned = true
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  init(_ path: String) {
    self.path = path
    isOwned = false
  }

  deinit { if isOwned { try? FileManager.default.removeItem(atPath: path) } }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  func mode(_ name: String) throws -> mode_t {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return mode_t((attributes[.posixPermissions] as? NSNumber)?.uint32Value ?? 0)
  }

  func owner(_ name: String) throws -> [Int?] {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return [attributes[.ownerAccountID] as? Int, attributes[.groupOwnerAccountID] as? Int]
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func draft(
    _ bytes: [UInt8], failing: @escaping FileDraft.FailingStep = { _ in nil }
  ) throws -> FileDraft {
    let directory = unsafe open(path, O_RDONLY | O_DIRECTORY)
    defer { close(directory) }
    return try FileDraft(bytes, access: .owner, in: directory, named: "x", failing: failing)
  }
}
