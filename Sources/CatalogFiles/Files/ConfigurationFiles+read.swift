internal import Serving
package import YAMLText

extension ConfigurationFiles {
  /// Reads the configuration from the folder that holds `Paywalls` and `Experiments`, and reports
  /// why other files are not read.
  package static func read(_ folder: String) -> (ConfigurationFiles, [Diagnostic]) {
    do throws(FolderRefusal) {
      return read(try ConfigurationFolder(folder), named: folder)
    } catch .missing {
      let help = "name the folder that holds 'Paywalls' and 'Experiments'"
      return (ConfigurationFiles(), [.missing(folder, help: help)])
    } catch {
      return (
        ConfigurationFiles(),
        [
          Diagnostic(
            .error, code: .unreadableFile, in: folder, at: nil, error.message, help: error.help)
        ]
      )
    }
  }

  /// The same for an open folder.
  package static func read(
    _ folder: ConfigurationFolder, named name: String
  ) -> (ConfigurationFiles, [Diagnostic]) {
    var reader = FolderReader(folder, named: name)
    reader.read()
    return (reader.files, reader.diagnostics)
  }
}

/// Reads the known folders, without their subfolders.
private struct FolderReader {
  /// Its name in messages.
  let name: String
  var files = ConfigurationFiles()
  var diagnostics: [Diagnostic] = []
  private let folder: ConfigurationFolder
  private var bytes = 0
  private var isFull = false

  init(_ folder: ConfigurationFolder, named name: String) {
    (self.folder, self.name) = (folder, name)
  }

  mutating func read() {
    do throws(FolderRefusal) {
      guard case .folder = try folder.entry(at: ConfigurationPath.paywalls) else { throw .missing }
    } catch .missing {
      diagnostics.append(
        .missing(
          ConfigurationPath.paywalls,
          help: "there is none in '\(name)': name the folder that holds it, or create it"))
      return
    } catch {
      return refuse(ConfigurationPath.paywalls, error)
    }
    for place in ConfigurationPath.folders {
      do throws(FolderRefusal) {
        guard case .folder = try folder.entry(at: place) else { continue }
        for name in try names(in: place) { read("\(place)/\(name)") }
      } catch .missing {
        continue
      } catch {
        refuse(place, error)
        // The content of its files is unknown.
        files.unread.formUnion(Layout.fixed.keys.filter { $0.hasPrefix("\(place)/") })
      }
    }
  }

  private mutating func read(_ path: String) {
    let layout = Layout(path: path)
    if layout == .ignored || ConfigurationPath.folders.contains(path) { return }
    do throws(FolderRefusal) {
      switch try folder.file(at: path) {
      case nil:
        for name in path.hasSuffix(".yaml") ? [] : try names(in: path) { note("\(path)/\(name)") }
        if path.hasSuffix(".yaml") {
          refuse(
            path, "this is a folder", help: "a name that ends in .yaml is for a file: rename it")
        }
      case let file?:
        if case .misplaced = layout { return note(path) }
        let most = layout == .storeKit ? Document.maximumBytes * 16 : Document.maximumBytes
        try take(path, file, atMost: most)
      }
    } catch {
      refuse(path, error)
    }
  }

  /// Reads one file, unless there are too many.
  private mutating func take(
    _ path: String, _ file: ConfigurationFolder.File, atMost most: Int
  ) throws(FolderRefusal) {
    guard !isFull else {
      files.unread.insert(path)
      return
    }
    let content = try file.bytes(atMost: most)
    bytes += content.count
    guard bytes <= ConfigurationFolder.mostBytes,
      files.files.count < ConfigurationFolder.mostFiles
    else {
      isFull = true
      return refuse(
        path,
        bytes > ConfigurationFolder.mostBytes
          ? "the files before this one have almost \(ConfigurationFolder.mostBytes) bytes, which is the most of all together"
          : "there are more than \(ConfigurationFolder.mostFiles) files; this and others are not read",
        help: "delete what is no longer needed, such as archived experiments")
    }
    files.files[path] = content
  }

  /// The names in a folder; reports if there are too many.
  private mutating func names(in path: String) throws(FolderRefusal) -> [String] {
    let names = try folder.names(in: path)
    guard names.count > ConfigurationFolder.mostFiles else { return names }
    refuse(
      path, "there are more than \(ConfigurationFolder.mostFiles) files in this folder",
      help: "delete what is no longer needed, such as archived experiments")
    return Array(names.prefix(ConfigurationFolder.mostFiles))
  }

  /// Reports a file or folder from which nothing is read.
  private mutating func note(_ path: String) {
    guard case .misplaced(let why) = Layout(path: path) else { return }
    diagnostics.append(.misplaced(path, why))
  }

  private mutating func refuse(_ path: String, _ refusal: FolderRefusal) {
    refuse(path, refusal.message, help: refusal.help)
  }

  private mutating func refuse(_ path: String, _ message: String, help: String) {
    files.unread.insert(path)
    diagnostics.append(
      Diagnostic(.error, code: .unreadableFile, in: path, at: nil, message, help: help))
  }
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
