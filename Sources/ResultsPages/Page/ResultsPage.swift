package import ExperimentReports
package import ExperimentResults
package import HTTPDocuments
import PaywallAPI
import PaywallCatalog

/// The results of one experiment as a page that loads nothing and runs no script.
package struct ResultsPage: Sendable {
  package var report: ExperimentReport
  /// The reader who is signed in, and can sign out; `nil` without a server.
  package var reader: ResultsReader?
  /// The picture of each variant; `nil` where no pictures are made.
  package var pictures: Markup?

  package init(_ report: ExperimentReport, for reader: ResultsReader? = nil) {
    self.report = report
    self.reader = reader
  }

  package var html: String {
    let title = report.title ?? report.experiment
    let links = reader?.links(at: "/results/\(report.experiment)", showing: report.environment)
    let body: Markup = """
      <a class="skip" href="#verdict">Skip to the verdict</a>
      <header>
      \(links)
      <h1>\(text: title)</h1>
      <ul class="facts">\(Markup.items(facts))</ul>
      \(warnings.map { "<p class=\"asked\">\(text: $0)</p>" })
      </header>
      <main>
      \(verdict)
      \(summary)
      \(health)
      \([goal, effect, funnel, curve, guardrails, secondary, breakdowns].compactMap(\.self))
      \(variants)
      \(tables)
      \(source)
      </main>
      <footer><p>\(text: Self.footer)</p></footer>
      """
    return Markup.document("\(report.verdict.decision.words): \(title)", body).text
  }

  var currency: String { report.provenance.base }

  /// The class of a variant's colour. Colours repeat after the sixth variant.
  func color(_ variant: String) -> String {
    let index = report.variants.firstIndex { $0.name == variant } ?? 0
    return "c\(index < 6 ? index : (index - 1) % 5 + 1)"
  }

  static let footer =
    "Intervals in tables hold at every moment, however often they are looked at, and cover the truth with 95%; that of the planned sample is read once. Apple's prices are not for accounting."

  private var verdict: Markup {
    let decision = report.verdict.decision
    let command = report.nextCommand.map {
      "<pre class=\"next\" tabindex=\"0\" aria-label=\"The command to run\">\(text: $0)</pre>"
        as Markup
    }
    return """
      <section id="verdict" class="verdict \(text: decision.tone.rawValue)" aria-labelledby="sentence">
      <span class="mark" aria-hidden="true">\(text: decision.mark)</span>
      <p class="word">\(text: decision.words)</p>
      <h2 id="sentence">\(text: sentence)</h2>
      <ul class="reasons">\(Markup.items(reasons))</ul>
      \(command)
      </section>
      """
  }

  private var summary: Markup {
    let answers = ResultsSummary(report).answers.map { answer -> Markup in
      """
      <div class="\(text: answer.tone.rawValue)"><dt>\(text: answer.question)</dt><dd><b>\(text: answer.answer)</b>\(text: answer.detail)</dd></div>

      """
    }
    return """
      <section class="sheet" aria-label="In short">
      <dl class="answers">
      \(answers)
      </dl>
      </section>
      """
  }

  private var variants: Markup? {
    pictures.map { pictures in
      .section(
        "variants", "Paywalls of each variant", words: "as an unknown visitor sees them",
        "\(report.details.hypothesis.map { Markup.note("Hypothesis: \($0)") })\n\(pictures)")
    }
  }

  private var facts: [String] {
    var facts = [report.experiment, "phase \(report.phase)"]
    if let start = report.startedAt {
      let days = max(0, report.asOf.days(since: start))
      facts.append("since \(Wording.day(start)) (\(ResultsWords.counted(days, "day")))")
    }
    facts += report.variants.map { "\($0.name) \($0.share)" }
    facts.append("numbers of \(ResultsWords.minute(report.asOf))")
    return facts
  }

  /// The facts that a reader must not overlook.
  private var warnings: [String] {
    var warnings: [String] = []
    if report.environment != .production {
      warnings.append("Purchases of the environment \(report.environment.rawValue) only.")
    }
    if let words = report.lookBackWords { warnings.append(words) }
    if let moved = report.details.events.last(where: \.movesStart) {
      warnings.append(
        "On \(Wording.day(moved.at)) its \(moved.changes.first { $0.hasPrefix("start moved") } ?? "start moved"): exposures from before the start do not count."
      )
    }
    return warnings
  }

  /// The verdict without its first word, which stands above it.
  private var sentence: String {
    let text = report.verdict.sentence
    guard let colon = text.firstIndex(of: ":"), text[..<colon].utf8.count < 40,
      text[..<colon].allSatisfy({ $0 != "." })
    else { return text }
    return String(text[colon...].dropFirst().drop { $0 == " " }).capitalizedFirst
  }

  private var reasons: [String] {
    switch report.verdict.decision {
    case .broken:
      return report.health.filter { $0.state == .broken }.map(\.kind.advice)
    case .wait:
      return [report.plannedWords].compactMap(\.self) + [
        "Nothing is decided yet. Looking every day is safe: it makes no false winner."
      ]
    case .ship, .stop, .noDifference:
      return report.verdict.findings.contains { $0.basis != .everyMoment }
        ? [report.plannedWords].compactMap(\.self)
        : ["The interval holds at every moment, so it does not matter how often it was looked at."]
    }
  }
}

extension ExperimentReport {
  /// A sentence on a look back: the parts that are as they were known then, with the verdict of
  /// then, and the parts that are not; `nil` for the present.
  package var lookBackWords: String? {
    guard computedAt.milliseconds - asOf.milliseconds > Timestamp.day else { return nil }
    let kept =
      details.verdicts.last.map { "The verdict of that day was: \($0.sentence)" }
      ?? "No verdict of that day is kept."
    return
      "A look back to \(ResultsWords.minute(asOf)). Later exposures, purchases and refunds are left out. Facts as known today: earlier purchases and refunds that the App Store reported later, ids of one person, earlier renderings that arrived later, and erased persons. \(kept)"
  }
}

extension ExperimentReport {
  /// The planned sample: its size, its day, its persons, and its intervals; `nil` until it is mature.
  package var plannedWords: String? {
    guard let look = plan?.look, let primary else { return nil }
    let words =
      "The planned sample of \(ResultsWords.counted(look.persons, "person")), who entered in the first \(look.days / 7 == 1 ? "week" : "\(look.days / 7) weeks"), was complete on \(Wording.day(look.on)), and is read once: \(primary.name.subject) \(look.lifts)."
    guard let later = plan?.later else { return words }
    return
      "\(words) All \(ResultsWords.counted(later.persons, "person")) of full weeks since: \(later.lifts)."
  }
}

extension ReportPlan.Look {
  /// `b +46.1% (+1.4% to +90.8%)`, of each variant with a lift.
  fileprivate var lifts: String {
    comparisons.compactMap { named in
      named.comparison.relative.map {
        "\(named.variant) \(Wording.change($0.estimate)) (\(ResultsWords.range($0.fixed)))"
      }
    }.joined(separator: ", ")
  }
}

extension Verdict.Decision {
  package var words: String {
    switch self {
    case .broken: "Broken"
    case .wait: "Wait"
    case .ship(let variant): "Ship \(variant)"
    case .stop: "Stop"
    case .noDifference: "No difference"
    }
  }

  package var tone: Tone {
    switch self {
    case .broken, .stop: .bad
    case .wait: .warn
    case .ship: .good
    case .noDifference: .calm
    }
  }

  package var mark: String {
    switch self {
    case .broken: "✕"
    case .wait: "…"
    case .ship: "✓"
    case .stop: "■"
    case .noDifference: "="
    }
  }
}

extension HealthCheck.Kind {
  /// Advice on where to look first.
  package var advice: String {
    switch self {
    case .sampleRatio, .sampleRatioByDay, .sampleRatioByDimension:
      "Look at redirects, crashes and caches of one variant, at a changed audience or traffic, and at apps that report exposures of one paywall only."
    case .conflicts:
      "Look at devices that several people share, and at user ids that change: 'paywall ledger show' lists a person's exposures."
    case .silentVariant:
      "Open the paywall of the silent variant with 'paywall preview', and look at the apps that should report it."
    case .preExposureBalance:
      "People of one variant had spent more before they saw it: the assignment is not random, or a phase was joined to an older one."
    case .staleLedger:
      "Ask the App Store for a test notification: 'paywall appstore test-notification'."
    case .missingRates:
      "Add the rates of all currencies that people pay in to Paywalls/store/rates.yaml."
    case .unjoinedPurchases:
      "Let the app buy with an appAccountToken, or send the transaction to /v1/purchases with the user's id; make aliases with a server key, because those of a client key join no one."
    case .immatureShare: "Wait until more windows have closed."
    }
  }
}
