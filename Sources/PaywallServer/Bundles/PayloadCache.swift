/// The payloads of the last releases: a device may hold a minute-old pointer.
struct PayloadCache: Sendable {
  /// How many releases are kept.
  static let places = 5

  private var payloads: [String: BundlePayload] = [:]
  /// Newest last.
  private var order: [String] = []

  /// Makes a cached release the newest. Returns whether it is cached.
  mutating func renew(_ release: String) -> Bool {
    guard payloads[release] != nil else { return false }
    order.removeAll { $0 == release }
    order.append(release)
    return true
  }

  mutating func keep(_ payload: BundlePayload) {
    guard !renew(payload.release) else { return }
    payloads[payload.release] = payload
    order.append(payload.release)
    if order.count > Self.places { payloads[order.removeFirst()] = nil }
  }

  func payload(of release: String) -> BundlePayload? { payloads[release] }
}
