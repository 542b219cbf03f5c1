import HTTPDocuments
import HTTPTypes
import PaywallCatalog

extension Documentation {
  /// A step of the first reading.
  struct GuideSection: Sendable {
    var id: String
    var title: String
    /// Paragraphs, with `{PAYWALL_URL}` instead of the server's address.
    var text: String
    /// Operations whose examples follow.
    var operations: [Operation] = []
  }

  static let guide: [GuideSection] = [
    GuideSection(
      id: "start", title: "The service in short",
      text: """
        An app asks this service at each placement, a place where it may show a paywall. The answer \
        holds the paywall, its products, and the offers that this customer may have. Paywalls and \
        experiments are text files in a repository; the service serves the last good version.
        """),
    GuideSection(
      id: "address", title: "The address, and keys",
      text: """
        This server is at `{PAYWALL_URL}`.
        """, operations: [.healthReady]),
    GuideSection(
      id: "first-paywall", title: "The first paywall",
      text: """
        Load the products from StoreKit at launch, then ask what to show. The answer names the paywall \
        and the `reason`; `paywall` is null where no paywall is shown.
        """, operations: [.productList, .placementGet]),
    GuideSection(
      id: "first-experiment", title: "The first experiment seen",
      text: """
        With the reason `experiment` the answer has a member `experiment`: its id, variant and phase. \
        Report the paywall after it was rendered, not when the answer arrives. The results count those \
        who saw the paywall. Send a batch again until it is answered; it counts once.
        """, operations: [.exposuresPost]),
    GuideSection(
      id: "first-offer", title: "The first signed offer",
      text: """
        Send what StoreKit signed after each purchase and at each launch. Sign an offer when the \
        customer taps it: a signature is for one purchase, and is refused later.
        """, operations: [.transactionsPost, .offerSign]),
    GuideSection(
      id: "notifications", title: "The App Store's notifications",
      text: """
        In App Store Connect, set the address of version 2 notifications for production and for the \
        sandbox to `{PAYWALL_URL}/v1/appstore/notifications`. The App Store asks for no key; its \
        signature is checked. This posts one by hand:
        """, operations: [.notificationPost]),
    GuideSection(
      id: "operating-it", title: "For the team",
      text: """
        `status` tells which version is served and why. `explain` gives every step of a decision, with \
        what was looked at. The first needs a key with the role viewer or admin, the second admin.
        """, operations: [.status, .explain]),
    GuideSection(
      id: "when-it-fails", title: "Conventions, limits and failures",
      text: """
        When a request fails, read `detail` in the answer: it says what to do. `code` is for programs; \
        search this page for it. `x-request-id` finds the request in the server's log.

        \(APIDescription.introduction)
        """),
  ]

  func step(_ number: Int, _ section: GuideSection) -> Markup {
    let address = reader.address ?? "$\(ExampleName.address.rawValue)"
    let text = section.text.replacing("{\(ExampleName.address.rawValue)}", with: address)
    let routes = section.operations.compactMap { operation in
      description.routes.first { $0.operation.id == operation.id }
    }
    return """
      <section><h2 id="\(text: section.id)"><span class="number">\(number)</span> \(text: section.title)</h2>
      \(.prose(text))\(section.id == "address" ? keys : "")
      \(routes.map { "<h3 class=\"of\">\($0.line)</h3>\(example(of: $0))" as Markup })</section>

      """
  }

  /// The key that the examples need, and how their names are filled in.
  private var keys: Markup {
    guard reader.hasKeys else {
      return """
        <p>It has no API keys, so it is for development: it answers this machine as a client, and \
        refuses what needs another role. Make keys with \
        <code>paywall key create --role client --add</code>, then set <code>PAYWALL_KEY</code>.</p>
        """
    }
    let command =
      "curl -H \"Authorization: Bearer $PAYWALL_KEY\" \(ShellWord(literal: (reader.address ?? "") + "/docs").quoted) -o docs.html"
    let names: Markup =
      reader.names == ExampleNames() && reader.address != nil
      ? """
      <p>The examples name parts of the configuration by variables of the shell. With a key this page \
      has the names in their places:</p>
      <pre><code>\(text: command)</code></pre>
      """ : ""
    return """
      <p>Set a key once in your shell. Each example says which role it needs; \
      <code>paywall key create --role client --add</code> makes a key.</p>
      <pre><code>export PAYWALL_KEY=…</code></pre>
      \(names)
      """
  }

  /// A command that is answered with the operation's first answer, and what it needs.
  func example(of route: DescribedRoute) -> Markup {
    if route.operation.isForBrowsers {
      return
        "<p>For a browser: open <code>/results</code>, and sign in with a viewer or admin key.</p>"
    }
    let command = CurlCommand(
      route, at: reader.address, names: reader.names,
      sendingKey: route.sampleRole != nil && (reader.hasKeys || route.isRefusedWithoutKeys))
    return """
      <pre class="curl" data-operation="\(text: route.operation.id)"><code>\(text: command.text)</code></pre>
      \(note(of: route, command))
      """
  }

  private func note(of route: DescribedRoute, _ command: CurlCommand) -> Markup {
    var notes: [Markup] = []
    let operation = route.operation
    if reader.hasKeys || !route.isRefusedWithoutKeys, let success = operation.success {
      notes.append("Answers \(success.status.code).")
    }
    if let role = route.sampleRole, reader.hasKeys {
      notes.append(
        "<code>$PAYWALL_KEY</code> has the role \(text: role.rawValue)\(role == .admin ? "" : ", or one that includes it")."
      )
    } else if let role = route.sampleRole, route.isRefusedWithoutKeys {
      notes.append(
        "This server has no keys and answers 403 \(Problem.Code.keysRequired.link); <code>paywall key create --role \(text: role.rawValue) --add</code> makes one."
      )
    } else if route.hasKeyInPath {
      notes.append(
        "This server has no keys, so <code>$PAYWALL_KEY</code> may be any text that is not empty.")
    }
    if service.isReadOnly, operation.needsLedger {
      notes.append(
        "This server only reads and answers 503 \(Problem.Code.readOnlyServer.link); send this to the one that writes."
      )
    }
    if !service.signsBundles, operation.problems.contains(.bundleSigningNotConfigured) {
      notes.append(
        "This server has no bundle key and answers 503 \(Problem.Code.bundleSigningNotConfigured.link)."
      )
    }
    for variable in command.variables {
      notes.append("Set <code>\(text: variable.rawValue)</code> to \(.inline(variable.meaning)).")
    }
    return "<p class=\"note\">\(.joined(notes, by: " "))</p>"
  }
}
