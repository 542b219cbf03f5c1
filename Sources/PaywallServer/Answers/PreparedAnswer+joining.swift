import PaywallAPI
import PaywallCatalog
import PaywallTextCoding

extension PreparedRelease {
  /// Every placement, in bytewise order.
  var placementIds: [String] {
    snapshot.placements.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension PreparedAnswer {
  /// Several answers in one: `{"placements":[…],"revision":"…"}`, valid until the first one
  /// expires.
  ///
  /// - Parameter ignored: a further member with its comma, if any.
  init(joining answers: [PreparedAnswer], ignored: [UInt8] = []) {
    var json = JSONText()
    json.raw("{\"placements\":")
    json.list(answers) { $0.raw($1.body) }
    json.raw(ignored)
    self.init(
      open: json.bytes, validUntil: answers.compactMap(\.validUntil).min(),
      isDegraded: answers.contains(where: \.isDegraded))
  }
}
