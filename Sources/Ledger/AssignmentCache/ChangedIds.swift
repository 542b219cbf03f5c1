import PaywallTextCoding

/// The ids whose recorded assignments may have changed, as slots of a table of fixed size that ids
/// share.
package struct ChangedIds {
  package private(set) var places: Set<Int> = []
  /// A person was erased, which concerns all ids.
  package private(set) var areAll = false

  package init() {}

  package init(_ changes: ChangedTexts) {
    for id in changes.ids { insert(id) }
    if changes.areAll { insertAll() }
  }

  package var isEmpty: Bool { places.isEmpty && !areAll }

  package mutating func insert(_ id: String) { places.insert(Self.place(of: id)) }

  package mutating func insertAll() { areAll = true }

  /// 128 KB of versions. A write to one id also invalidates the ids that share its slot.
  package static let places = 1 << 14

  /// The same for an id in any letter case: an `appAccountToken` in lower case is compared with ids
  /// as they were sent.
  package static func place(of id: String) -> Int {
    Int(UInt(bitPattern: id.lowercased().hashValue) % UInt(places))
  }
}

/// The ids whose recorded assignments may have changed, in the words of a transaction.
package struct ChangedTexts {
  private var keys: Set<UTF8Key> = []
  /// A person was erased, which concerns all ids.
  package private(set) var areAll = false

  package init() {}

  package var ids: [String] { keys.map(\.text) }

  package var isEmpty: Bool { keys.isEmpty && !areAll }

  package mutating func insert(_ id: String) { keys.insert(UTF8Key(id)) }

  package mutating func insertAll() { areAll = true }
}
