internal import YAMLText

/// Collects, while the files are read, what is wrong and which names are used where. What is beyond
/// the limits of a report is counted, and its message is never made.
final class Notebook {
  private(set) var found = LimitedDiagnostics()
  private(set) var uses: [Use] = []

  func add(_ diagnostic: Diagnostic) { found.add(diagnostic) }

  /// Errors that a reader counted and did not keep.
  func addErrors(_ count: Int, in file: String) { found.count(errors: count, in: file) }

  func add(_ use: Use) { uses.append(use) }

  func error(
    _ code: Diagnostic.Code, at place: Place, _ message: @autoclosure () -> String,
    help: @autoclosure () -> String
  ) {
    note(.error, code, at: place, message, help: help)
  }

  func warning(
    _ code: Diagnostic.Code, at place: Place, _ message: @autoclosure () -> String,
    help: @autoclosure () -> String
  ) {
    note(.warning, code, at: place, message, help: help)
  }

  private func note(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, at place: Place,
    _ message: () -> String, help: () -> String
  ) {
    guard found.hasRoom(for: severity, in: place.file) else {
      return found.count(severity, in: place.file)
    }
    found.add(
      Diagnostic(
        severity, code: code, in: place.file, at: place.range, message(), help: help()))
  }
}

/// Where something stands: a file and, unless the file as a whole is meant, a stretch of it.
struct Place: Hashable {
  var file: String
  var range: SourceRange?

  /// How a message points to another place: `Experiments/a.yaml:12`.
  var line: String { range.map { "\(file):\($0.start.line)" } ?? file }
}

/// A value and where it stands.
struct Located<Value> {
  var value: Value
  var place: Place

  init(_ value: Value, at place: Place) {
    self.value = value
    self.place = place
  }
}

/// Located values are the same if they say the same, wherever they stand.
extension Located: Equatable where Value: Equatable {
  static func == (left: Located, right: Located) -> Bool { left.value == right.value }
}

extension Located: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A kind of thing that has a name.
enum Kind: String, CaseIterable {
  case paywall, experiment, product, group, offer, audience, placement, layer, persona

  /// The file that declares things of this kind, with the name of one that is missing.
  func file(declaring name: String) -> String {
    switch self {
    case .paywall: "Paywalls/\(name).yaml"
    case .experiment: "Experiments/\(name).yaml"
    case .product, .group: "Paywalls/store/products.yaml"
    case .offer: "Paywalls/store/offers.yaml"
    case .audience: "Paywalls/targeting/audiences.yaml"
    case .placement: "Paywalls/targeting/placements.yaml"
    case .layer: "Paywalls/targeting/layers.yaml"
    case .persona: "Paywalls/personas/\(name).yaml"
    }
  }

  /// `a paywall`, `an offer`.
  var phrase: String {
    switch self {
    case .experiment, .offer, .audience: "an \(rawValue)"
    default: "a \(rawValue)"
    }
  }
}

/// A thing of the configuration, by its name.
struct Subject: Hashable {
  var kind: Kind
  var name: String

  init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }
}

/// One place at which something names another thing.
struct Use {
  var subject: Subject
  var user: Subject?
  var place: Place
}
