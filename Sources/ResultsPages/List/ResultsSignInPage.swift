/// Takes a viewer or admin key.
package struct ResultsSignInPage: Sendable {
  /// The id of the experiment to show afterwards; empty for the list.
  package var experiment: String
  package var refusal: String?
  package var warning: String?

  package init(experiment: String, refusal: String?, warning: String?) {
    self.experiment = experiment
    self.refusal = refusal
    self.warning = warning
  }

  package var html: String {
    ResultsTemplates.render(
      .signIn,
      [
        "experiment": .text(experiment), "refusal": PageValue(refusal),
        "warning": PageValue(warning),
      ])
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
    ResultsTemplates.render(
      .problem,
      [
        "title": .text(title), "detail": .text(detail), "help": PageValue(help),
        "back": .flag(leadsBack),
      ])
  }
}
