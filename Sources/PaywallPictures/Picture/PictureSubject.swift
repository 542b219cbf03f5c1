package import PaywallCatalog
package import PaywallDecisions

/// The placement or the paywall that pictures show.
package enum PictureSubject {
  case placement(String)
  case paywall(String)

  /// A placement of the name, else a paywall; `nil` if there is neither.
  package init?(named name: String, in snapshot: Snapshot) {
    if snapshot.placements[name] != nil {
      self = .placement(name)
    } else if snapshot.paywalls[name] != nil {
      self = .paywall(name)
    } else {
      return nil
    }
  }

  package var name: String {
    switch self {
    case .placement(let name), .paywall(let name): name
    }
  }

  /// - Parameters:
  ///   - locale: the locale; `nil` for the person's.
  ///   - forced: a variant to show at a placement, whatever is decided.
  package func picture(
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
