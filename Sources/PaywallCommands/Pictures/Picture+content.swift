import HTTPDocuments
import PaywallPictures
import PaywallPresentation

/// The texts of the phone and the reasons, for programs.
extension Picture: AnswerObject {
  static let members = Members<Self> {
    $0.always("name", "The placement or the paywall.") { $0.name }
    $0.always("visitor") { $0.visitor }
    $0.always("locale", "The language of the texts.") { $0.locale }
    $0.always("notes", "What to know before believing the picture.") { $0.notes }
    $0.maybe("decision", "As `explain` says it; absent for a paywall asked for by its id.") {
      $0.decision.isEmpty ? nil : $0.decision
    }
    $0.maybe("paywall", "Absent if nothing is shown.") { $0.screen?.paywall }
    $0.maybe("headline") { $0.screen?.content.headline }
    $0.maybe("products") { $0.screen?.products }
  }
}

extension Picture.Product: AnswerObject {
  static let members = Members<Self> {
    $0.always("id") { $0.id }
    $0.always("name") { $0.name }
    $0.maybe("billed", "`$59.99 a year`; absent without a price.") { $0.billed }
    $0.maybe("offer", "What this visitor would get first: `3 days free, then …`.") { $0.offer }
    $0.maybe("badge") { $0.badge }
    $0.always("button") { $0.button }
    $0.always("isSelected") { $0.isSelected }
  }
}
