import Foundation

/// The rows of the files of an export, as a warehouse loads them.
struct ExportedFiles {
  typealias Row = [String: String]

  let folder: String

  /// The files of tables, by their names in the folder.
  var files: [String: [UInt8]] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    var files: [String: [UInt8]] = [:]
    for name in names where name.hasSuffix(".gz") && !name.hasPrefix(".") {
      files[name] = FileManager.default.contents(atPath: "\(folder)/\(name)").map(Array.init)
    }
    return files
  }

  /// The rows of a table in all files, in the order of the runs; nothing for an empty cell.
  func lines(_ table: String) -> [Row] {
    files.filter { $0.key.hasPrefix("\(table)/") }.sorted { $0.key < $1.key }.flatMap { _, bytes in
      let text = String(decoding: inflated(bytes) ?? [], as: UTF8.self)
      let lines = text.split(separator: "\n").map { Self.cells(String($0)) }
      guard let names = lines.first else { return [Row]() }
      return lines.dropFirst().map { cells in
        Row(uniqueKeysWithValues: zip(names, cells).filter { !$0.1.isEmpty }.map { ($0, $1) })
      }
    }
  }

  /// The newest copy of each row that is not gone, by its id, without the number of the run.
  func rows(_ table: String) -> [String: Row] {
    var rows: [String: Row] = [:]
    for line in lines(table) {
      guard let id = line["row_id"] else { continue }
      rows[id] = line["is_deleted"] == "true" ? nil : line.filter { $0.key != "run" }
    }
    return rows
  }

  /// The tables that have files.
  var tables: Set<String> {
    Set(files.keys.compactMap { $0.split(separator: "/").first.map(String.init) })
  }

  /// RFC 4180 without line ends in cells.
  private static func cells(_ line: String) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells
  }
}
