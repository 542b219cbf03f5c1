import ArgumentParser
import PaywallAPI
import PaywallCatalog

/// `paywall wall show ID`.
struct PaywallShow: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "show", "Show one paywall: its products with their offers, and its content in one locale.",
    examples: "paywall wall show standard",
    "paywall wall show standard --locale ja-JP",
    "paywall wall show standard --locale ca-ES,de-DE")
  static let answerSchema = Schema.object([
    .always("paywall", PaywallCard.schema),
    .always("content", .map(to: .anything), "In the locale that was asked for."),
  ])

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

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let found = try snapshot.paywalls.named(paywall, "paywall")
    let card = PaywallCard(found, in: snapshot, PaywallUses(snapshot))
    let languages = AppLanguages(snapshot.app.locales)
    let wanted = PreferredLanguages(locale ?? snapshot.app.defaultLocale)
    let shown = languages.locale(for: wanted)
    if let locale, languages.place(for: wanted) == nil {
      console.note("note: the app has no locale for '\(locale)'; this is \(shown)")
    }
    let content = Content.object(found.content).localised(
      for: shown, default: snapshot.app.defaultLocale)
    if answer.isJSON {
      return try console.write(json: WithContent(paywall: card, content: JSONContent(content)))
    }
    var sheet = Sheet(console, title: card.id, subtitle: card.title)
    sheet.row("shown by", card.shownBy.joined(separator: ", "))
    sheet.row("selected", card.selected)
    sheet.row("locale", shown)
    sheet.blank()
    sheet.text(
      Table(
        "PRODUCT", "TYPE", "BILLING PLAN", "OFFERS, IN THIS ORDER",
        rows: card.products.map {
          [$0.id, $0.type, $0.billingPlan, $0.offers.joined(separator: ", ")]
        }
      ).text(for: console))
    sheet.blank()
    sheet.text(content.outline)
    console.write(sheet.body)
  }

  private struct WithContent: Encodable {
    var paywall: PaywallCard
    var content: JSONContent
  }
}
