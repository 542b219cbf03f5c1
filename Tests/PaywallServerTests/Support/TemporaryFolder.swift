import Foundation

/// A folder that is there for one test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/paywall-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to file: String) throws {
    let target = "\(path)/\(file)"
    let parent = String(target[..<(target.lastIndex(of: "/") ?? target.endIndex)])
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    // Not in place: a new file has another inode, so that a change is seen at once.
    try Data(text.utf8).write(to: URL(filePath: target), options: .atomic)
  }

  func read(_ file: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(file)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  func remove(_ file: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(file)")
  }

  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
  }
}
