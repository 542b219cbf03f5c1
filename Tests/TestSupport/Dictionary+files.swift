package import Foundation

/// Texts of files, by path.
extension [String: String] {
  /// Replaces a text that must be there, wherever it is in the file.
  package func replacing(_ old: String, with new: String, in path: String) -> Self {
    guard let text = self[path], text.contains(old) else {
      preconditionFailure("'\(old)' is not in \(path)")
    }
    return merging([path: text.replacing(old, with: new)]) { $1 }
  }

  /// Lays these files over them.
  package func with(_ files: Self) -> Self { merging(files) { $1 } }

  package var bytes: [String: [UInt8]] { mapValues { Array($0.utf8) } }

  /// Writes them, and the folders that they are in.
  package func write(to folder: URL) throws {
    for (path, text) in self {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }
}
