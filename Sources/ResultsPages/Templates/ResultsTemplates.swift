import Mustache

/// The templates of all pages. They are text in the program: a binary that is linked statically and
/// copied alone finds them.
package enum ResultsTemplates {
  enum Name: String, CaseIterable, Sendable {
    case page, list, signIn, problem
    // Parts of others.
    case style, session, compared, rows, interval, axis, density, funnel, curve

    var text: String {
      switch self {
      case .page: ResultsTemplates.page
      case .list: ResultsTemplates.list
      case .signIn: ResultsTemplates.signIn
      case .problem: ResultsTemplates.problem
      case .style: ResultsTemplates.style
      case .session: ResultsTemplates.session
      case .compared: ResultsTemplates.compared
      case .rows: ResultsTemplates.rows
      case .interval: ResultsTemplates.interval
      case .axis: ResultsTemplates.axis
      case .density: ResultsTemplates.density
      case .funnel: ResultsTemplates.funnel
      case .curve: ResultsTemplates.curve
      }
    }
  }

  /// A template that cannot be parsed is missing; a test holds every one to be there.
  static let library = {
    let parsed = Name.allCases.compactMap { name in
      (try? MustacheTemplate(string: name.text)).map { (name.rawValue, $0) }
    }
    return MustacheLibrary(templates: Dictionary(parsed, uniquingKeysWith: { $1 }))
  }()

  static func render(_ name: Name, _ values: PageValue) -> String {
    library.render(values, withTemplate: name.rawValue) ?? ""
  }
}
