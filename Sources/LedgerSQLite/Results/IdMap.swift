import Ledger
import LedgerStorage
import PaywallTextCoding

/// A map from ids to the rows they join, for millions of ids at once: 32 bytes for each row.
///
/// The key is an id in whatever letter case it was sent if it is a UUID; where the exact spelling
/// counts, entries tell spellings apart.
struct IdMap {
  enum Kind: Int64, CaseIterable {
    case link, token
    /// A sighting of a user's id, or of an anonymous one; with a proof or without.
    case userSighting, provedUserSighting, anonymousSighting, provedAnonymousSighting
    /// Either side of an alias.
    case alias
  }

  struct Entry {
    fileprivate let cell: IdCell
    /// The customer and the kind.
    fileprivate let value: Int64
    let spelling: UInt32
    fileprivate var next: UInt32

    var kind: Kind { Kind(rawValue: value & 7) ?? .alias }
    var customer: Int64 { value >> 3 }
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }

  /// The last entry by a hash of the key, from 1.
  private var heads: [UInt32] = []
  private let seed = UInt64.random(in: .min ... .max)

  /// - Parameter count: how many there may be.
  mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

  mutating func insert(
    _ kind: Kind, _ cell: IdCell, spelling: UInt32, customer: Int64 = 0
  ) {
    entries.append(
      Entry(cell: cell, value: customer << 3 | kind.rawValue, spelling: spelling, next: 0))
  }

  /// Call this after the last insertion and before the first look-up.
  mutating func index() {
    var size = 16
    while size < entries.count { size *= 2 }
    heads = Array(repeating: 0, count: size)
    for place in entries.indices {
      let slot = slot(of: entries[place].cell)
      entries[place].next = heads[slot]
      heads[slot] = UInt32(place + 1)
    }
  }

  private func slot(of cell: IdCell) -> Int {
    Int(truncatingIfNeeded: cell.mixed(with: seed) & UInt64(heads.count - 1))
  }

  func contains(_ cell: IdCell) -> Bool {
    var place = heads[slot(of: cell)]
    while place > 0 {
      if entries[Int(place) - 1].cell == cell { return true }
      place = entries[Int(place) - 1].next
    }
    return false
  }

  func forEach(_ cell: IdCell, _ body: (Entry) -> Void) {
    var place = heads[slot(of: cell)]
    while place > 0 {
      let entry = entries[Int(place) - 1]
      if entry.cell == cell { body(entry) }
      place = entry.next
    }
  }
}

extension IdCell {
  /// 64 well mixed bits (the finalizer of SplitMix64).
  func mixed(with seed: UInt64) -> UInt64 {
    var z = (high ^ seed) &* 0x9E37_79B9_7F4A_7C15 ^ low
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Reads the id from a text in any form in which it is stored.
  init(_ text: String) {
    switch Cell.text(text) {
    case .integer(let number): self = IdCell(number: number)
    case .bytes(let bytes): self.init(uuid: bytes)
    case .text, .null:
      if let bytes = UUIDText.bytes(of: text.lowercased().utf8) {
        self.init(uuid: bytes)
      } else {
        var text = text
        self = text.withUTF8 { unsafe IdCell(text: UnsafeRawBufferPointer($0)) }
      }
    }
  }

  /// Whether it is a UUID in small and capital letters.
  static func isMixed(_ text: String) -> Bool {
    spelling(of: text) != 0 && !text.hasSameUTF8(as: text.uppercased())
  }

  init(number: Int64) { self.init(high: 1, low: UInt64(bitPattern: number)) }

  /// 0 for a UUID in lower case and for what is no UUID, whose cells are exact; else a hash of the
  /// text, which has capital letters.
  static func spelling(of text: String) -> UInt32 {
    guard text.utf8.count == 36, UUIDText.bytes(of: text.utf8) == nil,
      UUIDText.bytes(of: text.lowercased().utf8) != nil
    else { return 0 }
    var hasher = Hasher()
    hasher.combine(text)
    return UInt32(truncatingIfNeeded: hasher.finalize()) | 1
  }
}

extension SQLRow {
  /// An id and, of a UUID with capital letters, its spelling (`IdCell.spelling`).
  func spelledId(_ column: Int) -> (cell: IdCell, spelling: UInt32) {
    let cell = idCell(column)
    guard byteCount(column) == 36, case .text(let text) = self[column] else { return (cell, 0) }
    return (cell, IdCell.spelling(of: text))
  }
}
