/// The payloads of the last releases: a device may hold a pointer of a minute ago.
struct PayloadCache: Sendable {
  /// How many releases are kept.
  static let places = 5

  private var payloads: [String: BundlePayload] = [:]
  /// The newest last.
  private var order: [String] = []

  /// Makes a release that is here the newest; says whether it is here.
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
