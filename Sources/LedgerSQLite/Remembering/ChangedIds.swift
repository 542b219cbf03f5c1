/// The ids of which something was written that recorded assignments rest on, as places in a table of
/// fixed size that ids share.
struct ChangedIds {
  private(set) var places: Set<Int> = []
  /// Somebody was erased.
  private(set) var areAll = false

  var isEmpty: Bool { places.isEmpty && !areAll }

  mutating func insert(_ id: String) { places.insert(Self.place(of: id)) }

  mutating func insertAll() { areAll = true }

  /// 128 KB of marks. A write to one id outdates the answer of one in so many others with it.
  static let places = 1 << 14

  /// Of an id in any case: an `appAccountToken` is compared in lower case with ids as they were sent.
  static func place(of id: String) -> Int {
    Int(UInt(bitPattern: id.lowercased().hashValue) % UInt(places))
  }
}
