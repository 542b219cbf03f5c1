import CatalogFiles
import PaywallCatalog
import PaywallDecisions
import PaywallPictures
import YAMLText

/// The placement or the paywall that pictures are of.
enum PictureSubject {
  case placement(String)
  case paywall(String)

  /// - Parameter name: a placement, else a paywall; without it the only placement.
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
    if snapshot.placements[name] != nil {
      self = .placement(name)
    } else if snapshot.paywalls[name] != nil {
      self = .paywall(name)
    } else {
      let names = Array(snapshot.placements.keys) + Array(snapshot.paywalls.keys)
      throw Failure(
        .no, "there is no placement and no paywall '\(name)'",
        help: Nearest.help(for: name, among: names)
          ?? "'paywall placement list' and 'paywall wall list' name them all")
    }
  }

  var name: String {
    switch self {
    case .placement(let name), .paywall(let name): name
    }
  }

  /// - Parameter locale: `nil` for the person's.
  func picture(
    by maker: PictureMaker, for person: PictureMaker.Person, locale: String?,
    forced: ForcedVariant? = nil
  ) -> Picture {
    switch self {
    case .placement(let name):
      maker.picture(at: name, for: person, locale: locale, forced: forced)
    case .paywall(let id): maker.picture(of: id, for: person, locale: locale)
    }
  }
}

extension ConfigurationFiles {
  /// The prices of each `.storekit` file, by its path.
  var priceLists: [PriceList] {
    files.keys.filter { $0.hasSuffix(".storekit") }.sorted().compactMap { path in
      StoreKitFile.parse(files[path] ?? [], path: path).0.map { PriceList($0) }
    }
  }
}
