internal import PaywallCatalog
package import YAMLText

/// Words that files may still have and that are called otherwise now.
package enum FormerNames {
  /// What `fmt` replaces in a file; the meaning stays.
  package static func edits(of document: Document, path: String) -> [Edit] {
    guard case .experiment = Layout(path: path),
      let metrics = document.root?.entry("metrics")?.value
    else { return [] }
    return (metrics.entries ?? []).flatMap { entry -> [Edit] in
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
