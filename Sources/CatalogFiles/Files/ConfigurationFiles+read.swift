package import YAMLText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ConfigurationFiles {
  /// Reads what belongs to the configuration from the folder that holds `Paywalls` and
  /// `Experiments`, and says of everything else there why it is not read.
  package static func read(_ folder: String) -> (ConfigurationFiles, [Diagnostic]) {
    var reader = FolderReader(folder: folder)
    reader.read()
    return (reader.files, reader.diagnostics)
  }
}

/// Walks over the known folders; follows symbolic links, and never leaves those folders' level.
private struct FolderReader {
  let folder: String
  var files = ConfigurationFiles()
  var diagnostics: [Diagnostic] = []
  private let manager = FileManager.default

  init(folder: String) { self.folder = folder }

  mutating func read() {
    guard case .folder = kind(of: "") else {
      diagnostics.append(
        .missing(folder, help: "name the folder that holds 'Paywalls' and 'Experiments'"))
      return
    }
    guard case .folder = kind(of: Layout.paywalls) else {
      diagnostics.append(
        .missing(
          Layout.paywalls,
          help: "there is none in '\(folder)': name the folder that holds it, or create it"))
      return
    }
    for place in Layout.folders {
      guard case .folder = kind(of: place) else { continue }
      for name in names(in: place) { read("\(place)/\(name)") }
    }
  }

  private mutating func read(_ path: String) {
    let layout = Layout(path: path)
    if layout == .ignored || Layout.folders.contains(path) { return }
    switch kind(of: path) {
    case .folder:
      for name in path.hasSuffix(".yaml") ? [] : names(in: path) { note("\(path)/\(name)") }
      if path.hasSuffix(".yaml") {
        refuse(path, "this is a folder", help: "a name that ends in .yaml is for a file: rename it")
      }
    case .file(let size):
      if case .misplaced = layout { return note(path) }
      let most = layout == .storeKit ? Document.maximumBytes * 16 : Document.maximumBytes
      guard size <= most else {
        return refuse(
          path, "the file has \(size) bytes; the most is \(most)",
          help: "split the file, or keep large data elsewhere and link to it")
      }
      guard let data = manager.contents(atPath: absolute(path)) else {
        return refuse(
          path, "the file cannot be read",
          help: "give the user of this process the right to read it")
      }
      files.files[path] = Array(data)
    case .neither:
      refuse(
        path, "this is not a file that can be read",
        help: "remove it, or see what its symbolic link points to")
    }
  }

  /// Reports a file or folder from which nothing is read.
  private mutating func note(_ path: String) {
    guard case .misplaced(let why) = Layout(path: path) else { return }
    diagnostics.append(.misplaced(path, why))
  }

  private mutating func refuse(_ path: String, _ message: String, help: String) {
    files.unread.insert(path)
    diagnostics.append(
      Diagnostic(.error, code: .unreadableFile, in: path, at: nil, message, help: help))
  }

  private enum Kind {
    case file(bytes: Int)
    case folder
    case neither
  }

  private func kind(of path: String) -> Kind {
    var path = absolute(path)
    var attributes = try? manager.attributesOfItem(atPath: path)
    if attributes?[.type] as? FileAttributeType == .typeSymbolicLink {
      path = URL(filePath: path).resolvingSymlinksInPath().path
      attributes = try? manager.attributesOfItem(atPath: path)
    }
    switch attributes?[.type] as? FileAttributeType {
    case .typeDirectory?: return .folder
    case .typeRegular?: return .file(bytes: (attributes?[.size] as? Int) ?? 0)
    default: return .neither
    }
  }

  private func names(in path: String) -> [String] {
    ((try? manager.contentsOfDirectory(atPath: absolute(path))) ?? []).sorted()
  }

  private func absolute(_ path: String) -> String { path.isEmpty ? folder : "\(folder)/\(path)" }
}

extension Diagnostic {
  fileprivate static func missing(_ folder: String, help: String) -> Diagnostic {
    Diagnostic(
      .error, code: .missingFile, in: folder, at: nil, "there is no such folder", help: help)
  }

  /// A file from which nothing is read.
  static func misplaced(_ path: String, _ why: Layout.Misplaced) -> Diagnostic {
    Diagnostic(
      why.isError ? .error : .warning, code: .misplacedFile, in: path, at: nil, why.message,
      help: why.help)
  }
}
