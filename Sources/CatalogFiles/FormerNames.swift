internal import PaywallCatalog
package import YAMLText

/// Words that files may still have and that are called otherwise now.
package enum FormerNames {
  /// The words that `fmt` replaces in a file; the meaning stays. Each group of edits is of one place, so
  /// that one that is refused keeps no other from being made.
  package static func edits(of document: Document, path: String) -> [[Edit]] {
    guard let root = document.root else { return [] }
    switch Layout(path: path) {
    case .experiment:
      return [metrics(of: root), times(of: root, at: .root, .schedule)]
    case .offers:
      let offers = DocumentPath([.key(OffersFileKey.offers.rawValue)])
      return (root.value(at: offers)?.entries ?? []).map {
        times(of: $0.value, at: offers.appending(.key($0.key)), .window)
      }
    default: return []
    }
  }

  /// Returns the path of a key in an experiment's file: in its former form, if only that is there.
  package static func path(of keys: [String], in document: Document) -> DocumentPath {
    let path = DocumentPath(keys.map { .key($0) })
    let former = FormerTimes.schedule
    guard let end = former.ends.first(where: { [$0.value] == keys })?.key,
      document.root?.value(at: path) == nil, document.root?.entry(former.key) != nil
    else { return path }
    return DocumentPath([.key(former.key), .key(end)])
  }

  private static func metrics(of root: Node) -> [Edit] {
    (root.entry("metrics")?.value.entries ?? []).flatMap { entry -> [Edit] in
      let place = DocumentPath([.key("metrics"), .key(entry.key)])
      guard let items = entry.value.items else { return edit(entry.value, at: place) }
      return items.enumerated().flatMap { edit($1, at: place.appending(.index($0))) }
    }
  }

  private static func edit(_ metric: Node, at place: DocumentPath) -> [Edit] {
    if let text = metric.scalar?.text, let name = MetricName.former[text] {
      return [.set(place, .text(name.rawValue))]
    }
    return (metric.entries ?? []).compactMap { entry in
      MetricName.former[entry.key].map { .rename(place.appending(.key(entry.key)), $0.rawValue) }
    }
  }
}

/// Two times that an older file has in a separate mapping.
private struct FormerTimes {
  let key: String
  /// Today's names, by the former ones.
  let ends: [String: String]

  static let schedule = FormerTimes(
    key: ExperimentKey.schedule.rawValue,
    ends: [
      FormerScheduleKey.start.rawValue: ExperimentKey.from.rawValue,
      FormerScheduleKey.end.rawValue: ExperimentKey.until.rawValue,
    ])
  static let window = FormerTimes(
    key: OfferKey.window.rawValue,
    ends: [
      FormerWindowKey.from.rawValue: OfferKey.from.rawValue,
      FormerWindowKey.until.rawValue: OfferKey.until.rawValue,
    ])
}

extension FormerNames {
  /// The times in the place of the mapping, which keeps its comments. One with a value that is no time stays,
  /// and so does one with a comment inside, which no edit may lose.
  private static func times(
    of parent: Node, at place: DocumentPath, _ former: FormerTimes,
  ) -> [Edit] {
    let written = place.appending(.key(former.key))
    guard let mapping = parent.entry(former.key)?.value,
      let times = mapping.entries?.map({ (former.ends[$0.key], $0.value.scalar?.text) }),
      times.allSatisfy({ $0 != nil && $1 != nil }),
      former.ends.values.allSatisfy({ parent.entry($0) == nil })
    else { return [] }
    var edits: [Edit] = []
    var neighbour: String?
    for case (let name?, let time?) in times {
      let here = place.appending(.key(name))
      if let neighbour {
        edits.append(.insert(here, .text(time), .after(.key(neighbour))))
      } else {
        edits += [.rename(written, name), .set(here, .text(time))]
      }
      neighbour = name
    }
    return edits
  }
}
