import HTTPDocuments
import LocalAppStoreClient

/// The page for people: the clock, the customers, and one customer with their purchases, the
/// possible actions, and the belief of our ledger. It works without script.
struct StorePage: Sendable {
  let overview: StoreOverview
  let belief: ServerQuestions.Reply
  let note: PageNote?
  /// The words that customers are searched for.
  let words: String
  let formToken: String
  /// Whether the browser has signed in, and can sign out.
  let hasSession: Bool
  /// The host and port under which the browser sees the store.
  let address: String

  /// The seconds between two loads of a page while the clock runs.
  static let secondsBetween = 3
  static let contentSecurityPolicy = PageStyle.contentSecurityPolicy(for: style)

  var document: Markup {
    let name = overview.shown?.card.id
    return Self.document(
      title: "\(name.map { "\($0): " } ?? "")Local App Store", follows: overview.clock.rate > 0,
      """
      <a class="skip" href="#top">Skip to the customer</a>
      <header>
      <p class="name"><a href="/">Local App Store</a> <small>\(text: overview.clock.bundleId)</small></p>
      \(clock)
      </header>
      \(customerList)
      <main id="top">
      \(noted("top"))
      \(overview.shown.map(customer) ?? welcome)
      </main>
      """)
  }

  /// A page around `content`.
  ///
  /// - Parameter follows: whether the browser loads it again, because the clock runs.
  static func document(title: String, follows: Bool = false, _ content: Markup) -> Markup {
    .page(
      title, style: style,
      head: follows
        ? "<meta http-equiv=\"refresh\" content=\"\(secondsBetween)\">" : "", content)
  }

  private var welcome: Markup {
    """
    <h1>\(overview.found == 0 && !words.isEmpty ? "Nothing found" : "A store without customers")</h1>
    <p class="lead">Nothing here is real: purchases cost nothing, and the clock goes where you send it.</p>
    <ol class="steps">
    <li><b>Add a customer</b> under “Customers”. A name is enough.</li>
    <li><b>Buy</b> something as this customer, with an offer that they may have.</li>
    <li><b>Move the clock</b> at the top. The store renews, fails to charge, lapses, and notifies your server.</li>
    </ol>
    """
  }

  /// The last note, if it belongs here.
  func noted(_ place: String) -> Markup {
    guard let note, note.at == place else { return "" }
    return note.isRefusal
      ? "<p class=\"note refusal\" role=\"alert\"><b>Refused.</b> \(text: note.text)</p>"
      : "<p class=\"note\" role=\"status\">\(text: note.text)</p>"
  }
}

// Pages of one sentence.
extension StorePage {
  /// Asks a browser for the token of a store that others can reach.
  static func signIn(formToken: String, refusal: String?) -> Markup {
    document(
      title: "Sign in: Local App Store",
      """
      <main class="alone">
      <h1>Local App Store</h1>
      <p class="lead">Others can reach this store, so it asks for its token: that of <code>--app-store-token</code> or <code>PAYWALL_APP_STORE_TOKEN</code>.</p>
      \(refusal.map { "<p class=\"note refusal\" role=\"alert\">\(text: $0)</p>" } ?? "")
      <form class="sign-in" method="post" action="/sign-in">
      <input type="hidden" name="token" value="\(text: formToken)">
      <label>Token <input name="key" type="password" autocomplete="current-password" required></label>
      <button class="primary">Sign in</button>
      </form>
      </main>
      """)
  }

  static func problem(_ problem: StoreProblem) -> Markup {
    document(
      title: "\(problem.title): Local App Store",
      """
      <main class="alone">
      <h1>\(text: problem.title)</h1>
      <p class="note refusal" role="alert">\(text: problem.detail)</p>
      <p><a href="/">Open the page again</a></p>
      </main>
      """)
  }
}
