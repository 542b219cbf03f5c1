import PaywallCatalog
import PaywallDecisions
import PaywallPictures

/// Makes the pages of a contact sheet.
struct SheetWriter {
  let subject: PictureSubject
  let maker: PictureMaker
  /// The configuration to compare with.
  let base: PictureMaker?
  let snapshot: Snapshot
  /// By the name that files have.
  let people: [(id: String, person: PictureMaker.Person)]
  let locales: [String]

  /// A column: a visitor, or one with a variant that is shown whatever is drawn.
  private struct Column {
    var id: String
    var person: PictureMaker.Person
    var forced: ForcedVariant?

    var heading: ContactSheet.Column {
      ContactSheet.Column(
        title: person.name, detail: forced.map { "\($0.experiment): \($0.variant)" } ?? id)
    }
  }

  /// The index and a page for each cell, by file name.
  func pages() -> [(file: String, html: String)] {
    let columns = people.flatMap { variants(for: $0.id, $0.person) }
    let rows = locales.map { locale in
      ContactSheet.Row(locale: locale, cells: columns.map { cell($0, locale) })
    }
    let sheet = ContactSheet(subject.name, columns: columns.map(\.heading), rows: rows)
    return [("index.html", sheet.html)]
      + rows.flatMap(\.cells).map { ($0.file, PicturePage($0.picture).html) }
  }

  /// One column, or one for each variant of the running experiment that the person is in.
  private func variants(for id: String, _ person: PictureMaker.Person) -> [Column] {
    guard case .placement(let placement) = subject,
      let enrolled = maker.enrolment(of: person, at: placement),
      let experiment = snapshot.experiments[enrolled]
    else { return [Column(id: id, person: person)] }
    return experiment.variants.map { variant in
      Column(
        id: "\(id)-\(variant.name)", person: person,
        forced: ForcedVariant(experiment: experiment.id, variant: variant.name))
    }
  }

  private func cell(_ column: Column, _ locale: String) -> ContactSheet.Cell {
    let picture = picture(column, locale, by: maker)
    let old = base.map { self.picture(column, locale, by: $0) }
    return ContactSheet.Cell(
      picture: picture, file: Self.fileName("\(subject.name)-\(column.id)-\(locale).html"),
      isChanged: old.map { !picture.looksLike($0) } ?? false)
  }

  private func picture(_ column: Column, _ locale: String, by maker: PictureMaker) -> Picture {
    subject.picture(by: maker, for: column.person, locale: locale, forced: column.forced)
  }

  /// Names of variants may hold what file names must not.
  private static func fileName(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) ? $0 : "_" })
  }
}
