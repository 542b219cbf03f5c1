import Foundation

/// Finds the files of stories.
package enum StoryFiles {
  /// A file, and the name of its story: its path below the folder that was named, without the
  /// ending.
  package struct Found: Hashable, Sendable {
    package let path: String
    package let name: String
  }

  /// Returns the files of the paths in their order, those of a folder in the order of their names,
  /// without hidden ones.
  ///
  /// - Throws: ``StoryFilesError`` for a path without stories, and for two of one name.
  package static func find(_ paths: [String]) throws(StoryFilesError) -> [Found] {
    var found: [Found] = []
    for path in paths {
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw .missing(path)
      }
      if isFolder {
        let stories = files(below: path)
        guard !stories.isEmpty else { throw .empty(path) }
        found += stories
      } else {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        found.append(Found(path: path, name: Self.name(of: name) ?? name))
      }
    }
    var paths: [String: String] = [:]
    var distinct: [Found] = []
    for story in found where paths[story.name] != story.path {
      if let other = paths[story.name] { throw .sameName(story.name, other, story.path) }
      paths[story.name] = story.path
      distinct.append(story)
    }
    return distinct
  }

  private static func files(below folder: String) -> [Found] {
    let root = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    guard let all = FileManager.default.enumerator(atPath: root) else { return [] }
    let names = all.compactMap { $0 as? String }.filter { path in
      !path.split(separator: "/").contains { $0.hasPrefix(".") }
    }
    return names.compactMap { path in
      name(of: path).map { Found(path: "\(root)/\(path)", name: $0) }
    }.sorted { $0.name < $1.name }
  }

  private static func name(of path: String) -> String? {
    for ending in [".yaml", ".yml"] where path.hasSuffix(ending) {
      return String(path.dropLast(ending.count))
    }
    return nil
  }
}

package enum StoryFilesError: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(String)
  case empty(String)
  case sameName(String, String, String)

  package var description: String {
    switch self {
    case .missing(let path): "there is no file or folder '\(path)'"
    case .empty(let path): "the folder '\(path)' holds no story: no file ends with .yaml"
    case .sameName(let name, let first, let second):
      "two stories are called '\(name)', '\(first)' and '\(second)'; their ids would be the same"
    }
  }
}
