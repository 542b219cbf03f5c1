import HTTPDocuments

/// Takes a viewer or admin key.
package struct ResultsSignInPage: Sendable {
  /// The path to load afterwards.
  package var page: String
  package var refusal: String?
  package var warning: String?

  package init(page: String, refusal: String?, warning: String?) {
    self.page = page
    self.refusal = refusal
    self.warning = warning
  }

  package var html: String {
    let main: Markup = """
      <h1>Results and paywalls</h1>
      <p class="note">Results show what people pay, and previews what is not public yet, so they ask for a key with the role viewer or admin; <code>paywall key create --role viewer --add</code> makes one.</p>
      \(refusal.map { Markup.alert($0, .bad, role: "alert") })
      \(warning.map { Markup.alert($0, .warn, role: "note") })
      <form method="post" action="/sign-in">
      <input type="hidden" name="page" value="\(text: page)">
      <label>Key <input name="key" type="password" autocomplete="current-password" required autofocus></label>
      <button class="primary">Sign in</button>
      </form>
      """
    return Markup.alone("Sign in: results and paywalls", main).text
  }
}

/// Why there is no page.
package struct ResultsProblemPage: Sendable {
  package var title: String
  package var detail: String
  package var help: String?
  package var leadsBack: Bool

  package init(title: String, detail: String, help: String?, leadsBack: Bool) {
    self.title = title
    self.detail = detail
    self.help = help
    self.leadsBack = leadsBack
  }

  package var html: String {
    let back: Markup? = leadsBack ? "<p><a href=\"/results\">All experiments</a></p>" : nil
    let main: Markup = """
      <h1>\(text: title)</h1>
      \(Markup.alert(detail, .bad, role: "alert"))
      \(help.map(Markup.note))
      \(back)
      """
    return Markup.alone(title, main).text
  }
}

extension Markup {
  /// A document of one card.
  static func alone(_ title: String, _ main: Markup) -> Markup {
    document(
      title,
      """
      <main class="alone">
      <section>
      \(main)
      </section>
      </main>
      """)
  }
}
