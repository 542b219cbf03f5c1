import HTTPDocuments
package import PaywallCatalog
import PaywallTextCoding

/// Makes a token that shows its holder a variant, or what a schedule will show, at one placement.
package struct PreviewTokenPage: Sendable {
  package var placement: String
  /// The variants to choose from.
  package var experiments: [Experiment]
  /// The token that was just made.
  package var made: Made?

  package struct Made: Sendable {
    package var token: String
    /// `variant 'trial' of 'annual-trial'`
    package var subject: String
    package var expires: Timestamp

    package init(token: String, subject: String, expires: Timestamp) {
      (self.token, self.subject, self.expires) = (token, subject, expires)
    }
  }

  package init(placement: String, experiments: [Experiment], made: Made? = nil) {
    (self.placement, self.experiments, self.made) = (placement, experiments, made)
  }

  package var html: String {
    let path = "/preview/\(placement.percentEncoded)"
    let main: Markup = """
      <h1>A token for a tester's phone</h1>
      <p class="note">It shows its holder one thing at '\(text: placement)'. It enrolls no visitor, no exposure counts, and nothing is signed.</p>
      \(made.map(Self.result))
      <form method="post" action="\(text: path)/token">
      <label>What the phone shows <select name="variant">
      \(options)<option value="">what the visitor would get at the moment below</option>
      </select></label>
      <label>Moment, without a variant <input name="at" placeholder="2026-12-01T09:00Z"></label>
      <label>Duration <select name="for"><option value="PT1H">an hour</option>
      <option value="PT24H">a day</option><option value="P7D">a week</option></select></label>
      <button class="primary">Make the token</button>
      </form>
      <p><a href="\(text: path)">Pictures of \(text: placement)</a></p>
      """
    return Markup.alone("A token for a tester's phone", main).text
  }

  private static func result(_ made: Made) -> Markup {
    """
    \(Markup.alert("Shows \(made.subject) until \(ResultsWords.minute(made.expires)).", .good, role: "status"))
    <pre tabindex="0" aria-label="The token">\(text: made.token)</pre>
    <p class="note">The app sends it as <code>preview</code>; with PaywallKit it calls <code>setPreview</code>.</p>
    """
  }

  private var options: [Markup] {
    experiments.flatMap { experiment in
      experiment.variants.filter { $0.show(at: placement) != nil }.map { variant in
        """
        <option value="\(text: experiment.id.percentEncoded)/\(text: variant.name.percentEncoded)">\(text: experiment.title ?? experiment.id): \(text: variant.name)</option>

        """
      }
    }
  }
}
