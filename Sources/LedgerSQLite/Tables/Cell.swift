import Catalog
import Foundation
import GRDB

/// How values stand in the cells of a row.
enum Cell {
  static func moment(_ moment: Timestamp?) -> DatabaseValue {
    moment.map { $0.milliseconds.databaseValue } ?? .null
  }

  static func number(_ number: (some BinaryInteger)?) -> DatabaseValue {
    number.map { Int64($0).databaseValue } ?? .null
  }

  static func flag(_ flag: Bool?) -> DatabaseValue {
    flag.map { ($0 ? 1 : 0).databaseValue } ?? .null
  }

  /// A text from outside, as short as it can be read back: a decimal number as an integer, a UUID
  /// in lower case as its 16 bytes. One with a byte 0, at which SQLite would cut it, as bytes.
  static func text(_ text: String?) -> DatabaseValue {
    guard let text else { return .null }
    if let number = decimal(text) { return number.databaseValue }
    if let uuid = uuid(text) { return Data(uuid).databaseValue }
    guard text.utf8.contains(0) else { return text.databaseValue }
    return (Data(text.utf8) + Data(repeating: padding, count: 17)).databaseValue
  }

  /// Never part of UTF-8; makes such a cell longer than a UUID.
  private static let padding: UInt8 = 0xFF

  static func text(of cell: DatabaseValue) -> String? {
    switch cell.storage {
    case .null, .double: nil
    case .int64(let number): String(number)
    case .string(let text): text
    case .blob(let data) where data.count == 16: hyphenated(data)
    case .blob(let data): String(decoding: data.prefix { $0 != padding }, as: UTF8.self)
    }
  }

  /// A word of a known list as its number in it, any other as it is.
  static func word(_ text: String?) -> DatabaseValue {
    guard let text else { return .null }
    if let number = Words.number(of: text.utf8) { return Int(number).databaseValue }
    guard text.utf8.contains(0) else { return text.databaseValue }
    return Data(text.utf8).databaseValue
  }

  static func word(of cell: DatabaseValue) -> String? {
    switch cell.storage {
    case .null, .double: nil
    case .int64(let number): Words.all.indices.contains(Int(number)) ? Words.all[Int(number)] : nil
    case .string(let text): text
    case .blob(let data): String(decoding: data, as: UTF8.self)
    }
  }

  /// The number that a text writes without sign, leading zeros or anything else.
  private static func decimal(_ text: String) -> Int64? {
    let digits = text.utf8
    guard let first = digits.first, digits.count <= 18 else { return nil }
    guard first != UInt8(ascii: "0") || digits.count == 1 else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - 0x30)
    }
    return number
  }

  private static func uuid(_ text: String) -> [UInt8]? {
    let characters = text.utf8
    guard characters.count == 36 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    var high: UInt8?
    for (index, character) in characters.enumerated() {
      if hyphens.contains(index) {
        guard character == UInt8(ascii: "-") else { return nil }
        continue
      }
      let half: UInt8
      switch character {
      case 0x30...0x39: half = character - 0x30
      case 0x61...0x66: half = character - 0x61 + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | half)
        high = nil
      } else {
        high = half
      }
    }
    return bytes
  }

  private static let hyphens: [Int] = [8, 13, 18, 23]

  private static func hyphenated(_ bytes: Data) -> String {
    var text = ""
    let digits = Array("0123456789abcdef".unicodeScalars)
    for byte in bytes {
      if hyphens.contains(text.utf8.count) { text += "-" }
      text.unicodeScalars.append(digits[Int(byte >> 4)])
      text.unicodeScalars.append(digits[Int(byte & 15)])
    }
    return text
  }
}

extension AppStoreEnvironment {
  /// As it stands in the tables; never to be changed.
  var code: Int {
    switch self {
    case .production: 0
    case .sandbox: 1
    case .xcode: 2
    }
  }

  init(code: Int) throws {
    switch code {
    case 0: self = .production
    case 1: self = .sandbox
    case 2: self = .xcode
    default: throw UnreadableRow("environment \(code)")
    }
  }

  var cell: DatabaseValue { code.databaseValue }
}

/// A row that no ledger writes: the file was changed by somebody else, or is damaged.
struct UnreadableRow: Error, CustomStringConvertible {
  let description: String

  init(_ what: String) { description = "unreadable row: \(what)" }
}
