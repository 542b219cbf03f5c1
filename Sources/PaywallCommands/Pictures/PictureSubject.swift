import CommandSupport
import PaywallCatalog
import PaywallPictures
import YAMLText

extension PictureSubject {
  /// - Parameter name: a placement, else a paywall; `nil` for the only placement.
  init(_ name: String?, in snapshot: Snapshot) throws {
    guard let name else {
      guard let only = snapshot.placements.keys.first, snapshot.placements.count == 1 else {
        throw Failure(
          .wrongUsage, "no placement is given",
          help: "name one of \(Nearest.list(snapshot.placements.keys.sorted()))")
      }
      self = .placement(only)
      return
    }
    guard let named = PictureSubject(named: name, in: snapshot) else {
      let names = Array(snapshot.placements.keys) + Array(snapshot.paywalls.keys)
      throw Failure(
        .no, "there is no placement and no paywall '\(name)'",
        help: Nearest.help(for: name, among: names)
          ?? "'paywall placement list' and 'paywall wall list' name them all")
    }
    self = named
  }
}
