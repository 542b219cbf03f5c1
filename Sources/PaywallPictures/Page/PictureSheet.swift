import PaywallCatalog
package import PaywallDecisions

/// Pictures of one subject for several visitors, in several languages.
package struct PictureSheet {
  private let subject: PictureSubject
  private let maker: PictureMaker
  private let base: PictureMaker?
  private let shown: [Column]
  /// The locales, with a row for each.
  package var locales: [String]

  package var columns: Int { shown.count }

  /// A visitor, or one with a variant that is shown whatever is drawn.
  private struct Column {
    var name: String
    var person: PictureMaker.Person
    var personName: String
    var forced: ForcedVariant?

    var heading: ContactSheet.Column {
      ContactSheet.Column(
        title: person.name, detail: forced.map { "\($0.experiment): \($0.variant)" } ?? name)
    }
  }

  /// The visitor, the variant and the language of a cell.
  package struct Place {
    /// The visitor, with the variant.
    package var column: String
    package var person: String
    package var forced: ForcedVariant?
    package var locale: String
  }

  /// - Parameters:
  ///   - base: the configuration to compare with.
  ///   - people: the visitors, with a short name each. A visitor in a running experiment has a
  ///     column for each of its variants.
  package init(
    of subject: PictureSubject, by maker: PictureMaker, base: PictureMaker? = nil,
    _ people: [(name: String, person: PictureMaker.Person)], locales: [String]
  ) {
    self.subject = subject
    self.maker = maker
    self.base = base
    self.locales = locales
    shown = people.flatMap { name, person -> [Column] in
      let whole = Column(name: name, person: person, personName: name)
      guard let experiment = maker.experiment(of: person, at: subject) else { return [whole] }
      return experiment.variants.map {
        Column(
          name: "\(name)-\($0.name)", person: person, personName: name,
          forced: ForcedVariant(experiment: experiment.id, variant: $0.name))
      }
    }
  }

  /// - Parameter address: the address of a picture's page, from the sheet.
  package func contactSheet(address: (Place) -> String) -> ContactSheet {
    let rows = locales.map { locale in
      ContactSheet.Row(
        title: locale,
        cells: shown.map { column in
          let picture = picture(column, locale, by: maker)
          let old = base.map { self.picture(column, locale, by: $0) }
          return ContactSheet.Cell(
            picture: picture,
            address: address(place(column, locale)),
            isChanged: old.map { !picture.looksLike($0) } ?? false)
        })
    }
    return ContactSheet(subject.name, columns: shown.map(\.heading), rows: rows)
  }

  /// The places whose pictures look different from those of the base, by column.
  package var changed: [Place] {
    guard let base else { return [] }
    return shown.flatMap { column in
      locales.filter { locale in
        !picture(column, locale, by: maker).looksLike(picture(column, locale, by: base))
      }.map { place(column, $0) }
    }
  }

  private func place(_ column: Column, _ locale: String) -> Place {
    Place(
      column: column.name, person: column.personName, forced: column.forced, locale: locale)
  }

  private func picture(_ column: Column, _ locale: String, by maker: PictureMaker) -> Picture {
    subject.picture(by: maker, for: column.person, locale: locale, forced: column.forced)
  }
}
