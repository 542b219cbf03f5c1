import HTTPDocuments
import LocalAppStoreClient

extension StorePage {
  /// The time, and the buttons that move it.
  var clock: Markup {
    let rate = overview.clock.rate
    let running: Markup =
      rate == 0
      ? "stands"
      : "runs, \(Int(rate)) s each second; the page follows every \(Self.secondsBetween) s"
    let next: Markup =
      overview.nextEvent.map {
        """
        <div class="next">\(buttons(.nextEvent, .moment($0), at: "clock")) \
        <small>on \(text: MomentText.date($0))</small></div>
        """
      } ?? "<div class=\"next\"><small>Nothing is due: nothing renews.</small></div>"
    return """
      <section class="clock" id="clock" aria-labelledby="clock-title">
      <h2 id="clock-title" class="hidden">The clock of this world</h2>
      <p class="now"><time datetime="\(text: overview.clock.now)">\(text: MomentText.whole(overview.now))</time> <small>UTC, \(running)</small></p>
      <div class="moves"><span class="label">Advance</span>\(buttons(.clock, .none, at: "clock"))\(next)\(buttons(.rate, .none, at: "clock"))\(signOut)</div>
      \(noted("clock"))
      </section>
      """
  }

  private var signOut: Markup {
    guard hasSession else { return "" }
    return """
      <form class="row" method="post" action="/sign-out"><input type="hidden" name="token" value="\(text: formToken)"><button>Sign out</button></form>
      """
  }

  /// The customers, with a search and a form for another one.
  var customerList: Markup {
    let rows = overview.customers.map { card -> Markup in
      let isShown = card.id == overview.shown?.card.id
      let states = card.subscriptions.map { Comparison.words($0.state) }
      let words = states.isEmpty ? "no subscription" : states.joined(separator: ", ")
      let query = self.words.isEmpty ? "" : "&find=\(self.words.inQuery)"
      return """
        <li><a href="/?customer=\(text: card.id.inQuery + query)"\(isShown ? " aria-current=\"page\"" : "")>\
        <bdi>\(text: card.id)</bdi> <small>\(text: words)</small></a></li>

        """
    }
    let more = overview.found - overview.customers.count
    let search: Markup = """
      <form class="search" method="get" action="/" role="search">
      <label><span>Find a customer</span> <input name="find" type="search" maxlength="200" value="\(text: words)"></label>
      <button>Find</button></form>
      """
    return """
      <nav aria-labelledby="customers-title">
      <h2 id="customers-title">Customers</h2>
      \(overview.found > 8 || !words.isEmpty ? search : "")
      <ul>\(rows)</ul>
      \(more > 0 ? "<p><small>and \(more) more; find them by name.</small></p>" : "")
      <div class="new" id="new">\(noted("new"))\(buttons(.newCustomer, .none, at: "new"))</div>
      </nav>
      """
  }
}
