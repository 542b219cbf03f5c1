package import CatalogFiles
package import PaywallCatalog
package import PaywallDecisions
import PaywallPresentation
import Planning
import Serving

/// Makes pictures of one configuration. The same inputs give the same picture.
package struct PictureMaker {
  private let compiled: CompiledSnapshot
  private let prices: [PriceList]
  private let folder: ConfigurationFolder?
  private let loadsImages: Bool
  private var snapshot: Snapshot { compiled.snapshot }

  /// - Parameters:
  ///   - folder: the folder that images are read from; `nil` shows none.
  ///   - loadsImages: true if pages may load images from https addresses.
  package init(
    _ compiled: CompiledSnapshot, prices: [PriceList], folder: ConfigurationFolder?,
    loadsImages: Bool = false
  ) {
    self.compiled = compiled
    self.prices = prices
    self.folder = folder
    self.loadsImages = loadsImages
  }

  /// The visitor who sees the paywall.
  package struct Person {
    /// The name that the picture shows.
    package var name: String
    package var attributes: [String: RawAttribute]
    package var subscriber: SubscriberKnowledge
    package var records: [RecordedAssignment]
    package var at: Timestamp

    package init(
      name: String, attributes: [String: RawAttribute], subscriber: SubscriberKnowledge,
      records: [RecordedAssignment] = [], at: Timestamp
    ) {
      self.name = name
      self.attributes = attributes
      self.subscriber = subscriber
      self.records = records
      self.at = at
    }

    /// - Parameter now: the moment, if the persona names none.
    package init(_ persona: Persona, in snapshot: Snapshot, at now: Timestamp) {
      let visit = persona.visit(in: snapshot, at: now)
      self.init(
        name: persona.title ?? persona.id, attributes: visit.attributes,
        subscriber: visit.subscriber, at: visit.at)
    }

    /// A visitor of whom nothing is known.
    package static func stranger(at now: Timestamp) -> Person {
      Person(name: "A new visitor", attributes: [:], subscriber: .unidentified, at: now)
    }
  }

  /// Shows the paywall that is decided for a person at a placement.
  ///
  /// - Parameters:
  ///   - locale: the locale as phones send it; `nil` for the person's, else the app's first.
  ///   - forced: a variant to show, whatever is decided.
  package func picture(
    at placement: String, for person: Person, locale: String? = nil, forced: ForcedVariant? = nil
  ) -> Picture {
    let (visitor, issues) = prepared(person)
    let explanation = compiled.explain(
      placement, for: visitor, records: person.records, forced: forced, at: person.at)
    var picture = empty(placement, person, issues, locale)
    picture.decision = explanation.decision.summary
    picture.trace = explanation.text
    if case .paywall(let id) = explanation.decision.show, let paywall = snapshot.paywalls[id] {
      draw(paywall, on: &picture, for: person, visitor)
    } else if case .paywall(let id) = explanation.decision.show, snapshot.retention[id] != nil {
      picture.notes.append(
        "The App Store shows the message '\(id)' here; see \(ConfigurationPath.retention(id)).")
    } else {
      picture.notes.append("No paywall is shown here, and the app goes on.")
    }
    return picture
  }

  /// Shows a paywall to a person, whether or not any placement would.
  package func picture(of id: String, for person: Person, locale: String? = nil) -> Picture {
    let (visitor, issues) = prepared(person)
    var picture = empty(id, person, issues, locale)
    guard let paywall = snapshot.paywalls[id] else {
      picture.notes.append("There is no paywall '\(id)'.")
      return picture
    }
    picture.notes.append(
      "This paywall was asked for by its name; name a placement to see who gets it.")
    draw(paywall, on: &picture, for: person, visitor)
    return picture
  }

  /// The running experiment that shows a person its variant.
  func experiment(of person: Person, at subject: PictureSubject) -> Experiment? {
    guard case .placement(let placement) = subject else { return nil }
    let decision = compiled.decide(
      placement, for: prepared(person).visitor, records: person.records, at: person.at)
    guard decision.reason == .experiment else { return nil }
    return (decision.experiment?.id).flatMap { snapshot.experiments[$0] }
  }

  private func prepared(_ person: Person) -> (visitor: Visitor, issues: [AttributeIssue]) {
    compiled.visitor(person.attributes, subscriber: person.subscriber, at: person.at)
  }

  private func empty(
    _ name: String, _ person: Person, _ issues: [AttributeIssue], _ locale: String?
  ) -> Picture {
    let wanted = locale ?? person.text("locale")
    let languages = AppLanguages(snapshot.app.locales)
    let place = wanted.flatMap { languages.place(for: PreferredLanguages($0)) }
    var picture = Picture(
      name: name, visitor: person.name, locale: languages.locales[place ?? 0])
    if let wanted, place == nil {
      picture.notes.append("The app has no texts for '\(wanted)'; these are in \(picture.locale).")
    }
    for issue in issues {
      picture.notes.append(
        "'\(issue.attribute)' does not count: it is no attribute of apps, or its value is none.")
    }
    return picture
  }
}

// The screen.
extension PictureMaker {
  private func draw(
    _ paywall: Paywall, on picture: inout Picture, for person: Person, _ visitor: Visitor
  ) {
    let shown = Content.object(paywall.content).localised(
      for: picture.locale, default: snapshot.app.defaultLocale)
    let content: PaywallContent =
      if case .object(let members) = shown { PaywallContent(members) } else { PaywallContent([]) }
    let country = person.text("country").flatMap { Country.alpha2(spelling: $0) }
    let list = PriceList.list(of: country, among: prices)
    let words = PaywallWords(for: picture.locale, country: country ?? list?.country)
    picture.notes += content.problems + notes(on: list, country, words, picture.locale)
    var screen = Picture.Screen(
      paywall: paywall.id, content: content, products: [], words: words,
      isRightToLeft: LanguageTag(picture.locale)?.isRightToLeft ?? false)
    screen.hero = image(content.hero?.image, of: content, &picture.notes)
    screen.darkHero = image(content.hero?.dark, of: content, &picture.notes)
    let selected = paywall.selected ?? paywall.products.first?.product
    for entry in paywall.products {
      guard let product = snapshot.products[entry.product] else { continue }
      let listed = ListedPrices(words, list, product, entry.billingPlan)
      let sentences = listed.sentences
      let offer = offer(on: entry, for: visitor, at: person.at, listed, &picture)
      screen.products.append(
        Picture.Product(
          texts: ShownProduct(
            id: product.id, name: list?.name(of: product.id, in: picture.locale) ?? product.id,
            sentences, offer: offer?.sentence, isApplied: offer?.isCode != true,
            verb: sentences.verb(of: offer?.payment, isCode: offer?.isCode == true), in: content),
          isSelected: product.id == selected))
      if sentences.billed == nil {
        picture.notes.append(
          "'\(product.id)' has no price in \(list?.path ?? "any .storekit file"): a phone shows the App "
            + "Store's, or leaves the product out if the store has none.")
      }
    }
    picture.notes += layoutNotes(screen)
    picture.screen = screen
  }

  private func image(
    _ name: String?, of content: PaywallContent, _ notes: inout [String]
  ) -> PictureImage? {
    guard let name else { return nil }
    let image = PictureImage(name, in: folder, loadsImages: loadsImages)
    switch image {
    case .embedded: break
    case .linked: notes.append("The image '\(name)' is loaded by whoever opens this page.")
    case .placeholder(let why): notes.append("The image '\(name)' \(why).")
    }
    return image
  }

  private func notes(
    on list: PriceList?, _ country: String?, _ words: PaywallWords, _ locale: String
  ) -> [String] {
    var notes: [String] = []
    if let list {
      let store = list.country.map { "the storefront \($0)" } ?? "no storefront"
      if list.country == nil {
        notes.append("\(list.path) names no storefront, so its prices have no currency.")
      } else if let country, list.country != country {
        notes.append("Prices are those of \(store) in \(list.path): no such file is of \(country).")
      } else if country == nil {
        notes.append("The visitor has no country, so prices are those of \(store) in \(list.path).")
      }
    } else {
      notes.append(
        "There are no prices: \(ConfigurationPath.store) holds no .storekit file and no prices.yaml."
      )
    }
    if LanguageTag(locale)?.languageText != LanguageTag(words.language)?.languageText {
      notes.append("The words around prices are in English: pictures have none for '\(locale)'.")
    }
    return notes
  }

  private func layoutNotes(_ screen: Picture.Screen) -> [String] {
    var notes: [String] = []
    let content = screen.content
    if screen.products.isEmpty { notes.append("This paywall sells nothing.") }
    for (word, text, most) in [
      ("headline", content.headline, 80), ("subheadline", content.subheadline, 160),
    ] {
      if let text, text.count > most {
        notes.append("The \(word) has \(text.count) characters and pushes the products away.")
      }
    }
    if case .after(let seconds) = content.close {
      notes.append("The paywall can be closed after \(seconds) seconds.")
    }
    if let hero = content.hero, hero.alternativeText == nil {
      notes.append("The image has no alternative text, so VoiceOver says nothing.")
    }
    return notes
  }
}

// Offers.
extension PictureMaker {
  /// Returns the first offer that the visitor would get. An offer that only the device can judge is
  /// shown where our rules refuse nothing: an introductory offer, and a win-back offer of a
  /// customer who is known to have left.
  private func offer(
    on entry: PaywallProduct, for visitor: Visitor, at now: Timestamp,
    _ listed: ListedPrices, _ picture: inout Picture
  ) -> (sentence: String, payment: OfferPayment?, isCode: Bool)? {
    picture.offers += compiled.explainOffers(on: entry, for: visitor, at: now).map {
      Picture.OfferAnswer(
        product: entry.product, offer: $0.answer.offer.key, sentence: $0.sentence)
    }
    let answers = compiled.offers(on: entry, for: visitor, at: now)
    if case .withhold(needsEvidence: true) = answers.introductory {
      picture.notes.append(
        "Apple may give the introductory offer of '\(entry.product)' although it is not meant here: "
          + "the app must send evidence for a signature that withholds it.")
    }
    for answer in answers.offers {
      switch (answer.eligibility, answer.offer.kind) {
      case (.eligible, _): break
      case (.unknown, .introductory), (.unknown(.appleListStale), .winBack):
        picture.notes.append(
          "Whether the visitor may have '\(answer.offer.key)' is decided on the device; "
            + "the picture shows it.")
      default: continue
      }
      guard let sentence = listed.sentence(of: answer.offer) else {
        picture.notes.append(
          "The terms or the price of '\(answer.offer.key)' on '\(entry.product)' are not known, so the "
            + "picture leaves it out.")
        continue
      }
      let isCode = answer.offer.kind == .offerCode
      return (
        isCode ? listed.sentences.words(.code, ["offer": sentence]) : sentence,
        answer.offer.payment, isCode
      )
    }
    return nil
  }
}

extension PictureMaker.Person {
  fileprivate func text(_ attribute: String) -> String? {
    if case .text(let text)? = attributes[attribute] { text } else { nil }
  }
}

extension LanguageTag {
  fileprivate var isRightToLeft: Bool { ["ar", "fa", "he", "iw", "ur"].contains(languageText) }
}
