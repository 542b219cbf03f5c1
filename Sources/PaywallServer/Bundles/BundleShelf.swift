import Catalog

/// The payloads of the last releases: a device may hold a pointer of a minute ago. They are written
/// at the first need.
struct BundleShelf: Sendable {
  /// How many releases are kept.
  static let places = 5

  private enum Item: Sendable {
    case snapshot(Snapshot)
    case payload(BundlePayload)
  }

  private var items: [String: Item] = [:]
  /// The newest last.
  private var order: [String] = []

  mutating func keep(_ snapshot: Snapshot) {
    let release = snapshot.release
    order.removeAll { $0 == release }
    order.append(release)
    if items[release] == nil { items[release] = .snapshot(snapshot) }
    if order.count > Self.places { items[order.removeFirst()] = nil }
  }

  /// Keeps what was written beforehand.
  mutating func keep(_ payload: BundlePayload, of snapshot: Snapshot) {
    keep(snapshot)
    items[snapshot.release] = .payload(payload)
  }

  func has(_ release: String) -> Bool { items[release] != nil }

  mutating func payload(of release: String) -> BundlePayload? {
    switch items[release] {
    case nil: return nil
    case .payload(let payload): return payload
    case .snapshot(let snapshot):
      let payload = BundlePayload(of: snapshot)
      items[release] = .payload(payload)
      return payload
    }
  }
}
