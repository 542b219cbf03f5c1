import CatalogFiles
import Serving
import YAMLText

/// The files of a revision by their paths, with symbolic links followed as `ConfigurationFolder`
/// does on disk. Git keeps a link as a file with its target.
struct RevisionTree {
  /// The limit of Linux.
  static let mostLinks = 40

  private var entries: [String: Entry] = [:]
  /// Every folder that was listed, or that holds something.
  private var folders: Set<String> = [""]
  private var targets: [String: String] = [:]

  /// A line of `git ls-tree`: `100644 blob 7f3a…<tab>Paywalls/lite.yaml`.
  struct Entry {
    let mode: String
    let object: String
    let path: String

    var isFile: Bool { mode.hasPrefix("100") }
    var isLink: Bool { mode == "120000" }

    init?(line: some Sequence<UInt8>) {
      let text = String(decoding: Array(line), as: UTF8.self)
      guard let tab = text.firstIndex(of: "\t") else { return nil }
      let words = text[..<tab].split(separator: " ")
      guard words.count == 3 else { return nil }
      mode = String(words[0])
      object = String(words[2])
      path = String(text[text.index(after: tab)...])
    }
  }

  init(_ entries: [Entry]) { add(entries) }

  mutating func add(_ more: [Entry]) {
    for entry in more {
      entries[entry.path] = entry
      var folder = entry.path
      while let slash = folder.lastIndex(of: "/") {
        folder = String(folder[..<slash])
        guard folders.insert(folder).inserted else { break }
      }
    }
  }

  /// Reads the targets of links that were not read yet.
  mutating func readLinks(_ contents: ([String]) throws -> [[UInt8]?]) rethrows {
    let links = entries.values.filter { $0.isLink && targets[$0.path] == nil }
    for (link, bytes) in zip(links, try contents(links.map(\.object))) {
      targets[link.path] = bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  /// The paths inside the folder that links lead to and that were not listed.
  var unlisted: [String] {
    Set(
      targets.keys.compactMap { link -> String? in
        guard case .failure(.unlisted(let path)) = resolve(link) else { return nil }
        return path
      }
    ).sorted()
  }

  /// Returns the files below the two folders of a configuration, including those below links to
  /// folders.
  func files() -> [(path: String, object: String)] {
    var found: [(path: String, object: String)] = []
    for path in paths where !path.hasPrefix("\(ConfigurationPath.images)/") {
      if case .success(.file(let object)) = resolve(path) { found.append((path, object)) }
    }
    return found
  }

  /// The reason that a path of the configuration holds nothing that is read.
  var refusals: [String: FolderRefusal] {
    var refusals: [String: FolderRefusal] = [:]
    for path in paths {
      switch resolve(path) {
      case .failure(.refused(let refusal)): refusals[path] = refusal
      case .failure(.unlisted): refusals[path] = .missing
      case .success: continue
      }
    }
    return refusals
  }

  var diagnostics: [Diagnostic] {
    refusals.sorted { $0.key < $1.key }.map { path, refusal in
      Diagnostic(
        .error, code: .unreadableFile, in: path, at: nil, refusal.message, help: refusal.help)
    }
  }

  private enum Place {
    case file(object: String)
    case folder(String)
  }

  private enum Problem: Error {
    case refused(FolderRefusal)
    case unlisted(String)
  }

  /// The paths of the configuration, as listed and below links to folders.
  private var paths: [String] {
    var paths: [String] = []
    for entry in entries.values where ConfigurationPath.contains(entry.path) {
      guard entry.isLink, case .success(.folder(let folder)) = resolve(entry.path) else {
        paths.append(entry.path)
        continue
      }
      for other in entries.keys where other.hasPrefix("\(folder)/") {
        paths.append(entry.path + other.dropFirst(folder.count))
      }
    }
    return paths.sorted()
  }

  private func resolve(_ path: String) -> Result<Place, Problem> {
    var rest = Array(Self.parts(path).reversed())
    var place: [String] = []
    var links = 0
    while let name = rest.popLast() {
      if name == ".." {
        guard place.popLast() != nil else { return .failure(.refused(.leadsOutside)) }
        continue
      }
      if links > 0, name.hasPrefix("."), !name.hasPrefix("..") {
        return .failure(.refused(.leadsToHidden))
      }
      let path = (place + [name]).joined(separator: "/")
      guard let entry = entries[path] else {
        if links > 0, !folders.contains(path) {
          return .failure(
            ConfigurationPath.contains(path) ? .refused(.missing) : .unlisted(path))
        }
        place.append(name)
        continue
      }
      guard entry.isLink else {
        guard entry.isFile, rest.isEmpty else { return .failure(.refused(.missing)) }
        return .success(.file(object: entry.object))
      }
      links += 1
      guard links <= Self.mostLinks else { return .failure(.refused(.tooManyLinks)) }
      let target = targets[path] ?? ""
      // An absolute target is refused: the place of the repository is not known.
      guard !target.hasPrefix("/") else { return .failure(.refused(.leadsOutside)) }
      rest += Self.parts(target).reversed()
    }
    return .success(.folder(place.joined(separator: "/")))
  }

  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)
  }
}
