import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// `paywall wall show ID`.
struct PaywallShow: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "show", "Show one paywall: its products with their offers, and its content in one locale.",
    examples: "paywall wall show standard",
    "paywall wall show standard --locale ja-JP",
    "paywall wall show standard --locale ca-ES,de-DE")

  @Argument(help: "The paywall's id: its file name in Paywalls/.", completion: .paywalls)
  var paywall: String
  @Option(
    help: """
      The locale to read the content in, or a list in order of preference; default: the app's \
      first.
      """)
  var locale: String?
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<ContentCard> {
    let snapshot = try configuration.load(for: console)
    let found = try snapshot.paywalls.named(paywall, "paywall")
    let card = PaywallCard(paywall: found, snapshot: snapshot, uses: PaywallUses(snapshot))
    let languages = AppLanguages(snapshot.app.locales)
    let wanted = PreferredLanguages(locale ?? snapshot.app.defaultLocale)
    let shown = languages.locale(for: wanted)
    if let locale, languages.place(for: wanted) == nil {
      console.note("note: the app has no locale for '\(locale)'; this is \(shown)")
    }
    let content = Content.object(found.content).localised(
      for: shown, default: snapshot.app.defaultLocale)
    return Printed(ContentCard(paywall: card, shown: content)) { console in
      var sheet = Sheet(console, title: found.id, subtitle: found.title)
      sheet.row("shown by", card.shownBy.joined(separator: ", "))
      sheet.row("selected", found.selected)
      sheet.row("locale", shown)
      sheet.blank()
      sheet.text(
        Table(
          of: card.products, ("PRODUCT", \.entry.product), ("TYPE", \.type),
          ("BILLING PLAN", \.entry.billingPlan.rawValue),
          ("OFFERS, IN THIS ORDER", { $0.entry.offers.joined(separator: ", ") })
        ).text(for: console))
      sheet.blank()
      sheet.text(content.outline)
      return sheet.body
    }
  }

  struct ContentCard: Card {
    let paywall: PaywallCard
    let shown: Content

    static let members = Members<Self> {
      $0.always("paywall", PaywallCard.schema) { $0.paywall }
      $0.always("content", .map(to: .anything), "In the locale that was asked for.") { $0.shown }
    }
  }
}
