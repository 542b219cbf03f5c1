import HTTPDocuments
import LocalAppStoreClient

extension StorePage {
  /// The buttons of a place that are possible now: those without fields side by side in one form,
  /// each other one in its own.
  ///
  /// - Parameter at: the place where the note of the outcome is shown.
  func buttons(
    _ place: PageButton.Place, _ subject: PageButton.Subject, at: String
  ) -> Markup {
    let shown = PageButton.all.filter { $0.place == place && $0.isShown(subject) }
    let plain = shown.filter(\.fields.isEmpty)
    let row: Markup =
      plain.isEmpty
      ? ""
      : """
      <form class="row" method="post" action="/press">\(hidden(subject, at))\
      \(plain.map { "<button name=\"button\" value=\"\(text: $0.id)\"\($0.isPrimary ? " class=\"primary\"" : "")>\(text: $0.label)</button>" })</form>
      """
    return "\(row)\(shown.filter { !$0.fields.isEmpty }.map { form($0, subject, at: at) })"
  }

  private func form(
    _ button: PageButton, _ subject: PageButton.Subject, at: String
  ) -> Markup {
    """
    <form class="row" method="post" action="/press">\(hidden(subject, at))\
    \(button.fields.map { control($0) })\
    <button name="button" value="\(text: button.id)">\(text: button.label)</button></form>

    """
  }

  /// The members that are not seen.
  func hidden(_ subject: PageButton.Subject, _ at: String) -> Markup {
    var members = subject.members
    members.append((PagePress.Own.token.rawValue, formToken))
    members.append((PagePress.Own.at.rawValue, at))
    if let view = overview.shown?.card.id { members.append((PagePress.Own.view.rawValue, view)) }
    if !words.isEmpty { members.append((PagePress.Own.find.rawValue, words)) }
    return
      "\(members.map { "<input type=\"hidden\" name=\"\(text: $0.name)\" value=\"\(text: $0.value)\">" as Markup })"
  }

  /// A field with its label.
  func control(_ field: PageField) -> Markup {
    let required: Markup = field.isRequired ? " required" : ""
    let name = field.name
    let input: Markup =
      switch field.kind {
      case .line(let most):
        "<input name=\"\(text: name)\" maxlength=\"\(most)\" autocomplete=\"off\"\(required)>"
      case .area:
        "<textarea name=\"\(text: name)\" rows=\"3\" spellcheck=\"false\"\(required)></textarea>"
      case .number(let least, let most):
        "<input name=\"\(text: name)\" type=\"number\" min=\"\(least)\" max=\"\(most)\"\(required)>"
      case .choice(let values):
        "<select name=\"\(text: name)\">\(values.map { option($0.value, $0.words, of: field) })</select>"
      }
    return "<label><span>\(text: field.label)</span> \(input)</label>"
  }

  private func option(_ value: String, _ words: String, of field: PageField) -> Markup {
    let isPresent = field.name == "rate" && Double(value) == overview.clock.rate
    return "<option value=\"\(text: value)\"\(isPresent ? " selected" : "")>\(text: words)</option>"
  }
}
