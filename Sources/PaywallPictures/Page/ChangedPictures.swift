package import PaywallCatalog
import Planning

/// The pictures that look different from those of a base, for a comment on a pull request.
package struct ChangedPictures {
  private var rows: [Row] = []
  private var count = 0
  /// Placements that are left out, because there are too many pictures.
  private var rest = 0

  /// A visitor at a placement, with the languages.
  private struct Row {
    var placement: String
    var column: String
    var locales: [String]
  }

  /// The most pictures; each is made twice.
  package static let mostPictures = 1_000

  /// - Parameters:
  ///   - maker: the maker of the snapshot's pictures, without images; images are compared by their
  ///     names.
  ///   - now: the moment of personas that name none.
  package init(
    in snapshot: Snapshot, by maker: PictureMaker, base: PictureMaker, at now: Timestamp
  ) {
    let personas = snapshot.personas.values.sorted { $0.id < $1.id }
    let people =
      personas.isEmpty
      ? [(name: "a new visitor", person: PictureMaker.Person.stranger(at: now))]
      : personas.map { (name: $0.id, person: .init($0, in: snapshot, at: now)) }
    for placement in snapshot.placements.keys.sorted() {
      let sheet = PictureSheet(
        of: .placement(placement), by: maker, base: base, people, locales: snapshot.app.locales)
      let size = sheet.columns * sheet.locales.count
      guard count + size <= Self.mostPictures else {
        rest += 1
        continue
      }
      count += size
      for place in sheet.changed { add(place, at: placement) }
    }
  }

  private mutating func add(_ place: PictureSheet.Place, at placement: String) {
    if let last = rows.indices.last, rows[last].placement == placement,
      rows[last].column == place.column
    {
      rows[last].locales.append(place.locale)
    } else {
      rows.append(Row(placement: placement, column: place.column, locales: [place.locale]))
    }
  }

  /// - Parameter base: a revision that `paywall picture` can compare with; `nil` if it cannot.
  package func markdown(base: String?) -> String {
    let changed = rows.reduce(0) { $0 + $1.locales.count }
    var lines = ["", "#### Pictures", "", "\(changed) of \(count) pictures change."]
    if rest > 0 {
      lines[3] += " \(rest) \(rest == 1 ? "placement was" : "placements were") not compared."
    }
    guard !rows.isEmpty else { return lines.joined(separator: "\n") + "\n" }
    lines += ["", "| placement | visitor | languages |", "| --- | --- | --- |"]
    lines += rows.map {
      "| **\($0.placement.escaped)** | \($0.column.escaped) | \($0.locales.joined(separator: ", ")) |"
    }
    if let base {
      lines += [
        "", "`paywall picture \(rows[0].placement) --out pictures --base \(base)` draws them.",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
