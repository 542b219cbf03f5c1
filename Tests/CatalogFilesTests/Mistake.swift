import Foundation
import PaywallCatalog
import Testing
import YAMLText

@testable import CatalogFiles

/// A fixture of `Mistakes`: a file, or several in a folder, with the mistakes marked on their lines
/// as `# error: part of the message` or `# warning: …`. A mark on the first line also means the
/// file as a whole.
struct Mistake: CustomTestStringConvertible, Sendable {
  var name: String
  /// The files by path from the folder of the configuration.
  var files: [String: String]

  var testDescription: String { name.replacing("_", with: " ") }

  struct Mark: Hashable {
    var severity: String
    var fragment: String
  }

  /// The marks by file and line.
  var marks: [String: [Int: [Mark]]] {
    files.mapValues { text in
      var marks: [Int: [Mark]] = [:]
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        let found = Self.marks(in: line)
        if !found.isEmpty { marks[index + 1] = found }
      }
      return marks
    }
  }

  private static func marks(in line: Substring) -> [Mark] {
    line.split(separator: "# ").dropFirst(line.hasPrefix("# ") ? 0 : 1).compactMap { part in
      let pieces = part.split(separator: ": ", maxSplits: 1)
      guard pieces.count == 2, pieces[0] == "error" || pieces[0] == "warning" else { return nil }
      return Mark(
        severity: String(pieces[0]),
        fragment: pieces[1].trimmingCharacters(in: .whitespaces))
    }
  }

  /// The base with this mistake, and the loader's diagnostics.
  struct Loaded: Sendable {
    var files: ConfigurationFiles
    var snapshot: Snapshot?
    var report: Report
  }

  var loaded: Loaded? { Self.loaded[name] }

  /// Loaded once for all tests of them.
  private static let loaded = Dictionary(
    uniqueKeysWithValues: all.map { mistake in
      let files = Base.with(mistake.files)
      let (snapshot, report) = Loader.load(files)
      return (mistake.name, Loaded(files: files, snapshot: snapshot, report: report))
    })

  static let all: [Mistake] = {
    let folder = Bundle.module.bundleURL.appending(path: "Mistakes").path
    let manager = FileManager.default
    let names = ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    return names.compactMap { name in
      if name.hasSuffix(".yaml") { return single(name, text(of: "\(folder)/\(name)")) }
      let paths = ((try? manager.subpathsOfDirectory(atPath: "\(folder)/\(name)")) ?? [])
        .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
      return Mistake(
        name: name,
        files: Dictionary(
          uniqueKeysWithValues: paths.map { ($0, text(of: "\(folder)/\(name)/\($0)")) }))
    }
  }()

  /// A fixture of one file, whose first line says which: `# file: Paywalls/store/app.yaml`.
  private static func single(_ name: String, _ text: String) -> Mistake {
    let line = text.prefix { $0 != "\n" }
    let path = line.dropFirst("# file: ".count).prefix { $0 != " " }
    return Mistake(name: String(name.dropLast(".yaml".count)), files: [String(path): text])
  }

  private static func text(of path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
