import ArgumentParser
import Decisions

/// Who asks, as an app would send it.
struct VisitorOptions: ParsableArguments {
  @Option(name: .customLong("user"), help: "The userId.") var userId: String?
  @Option(name: .customLong("anonymous"), help: "The anonymousId.") var anonymousId: String?
  @Option(help: "The storefront's country, ISO 3166 alpha-2 or alpha-3.") var country: String?
  @Option(help: "A locale such as de-DE.") var locale: String?
  @Option(help: "The app's version.") var appVersion: String?
  @Option(help: "The version of the operating system.") var osVersion: String?
  @Option(help: "The platform, such as iOS.") var platform: String?
  @Option(
    name: .customLong("attribute"),
    help: ArgumentHelp("Any other attribute; may be repeated.", valueName: "name=value"))
  var others: [String] = []

  func attributes() throws -> [String: RawAttribute] {
    var attributes: [String: RawAttribute] = [:]
    for (name, value) in [
      ("userId", userId), ("anonymousId", anonymousId), ("country", country), ("locale", locale),
      ("appVersion", appVersion), ("osVersion", osVersion), ("platform", platform),
    ] {
      if let value { attributes[name] = .text(value) }
    }
    for other in others {
      guard let equals = other.firstIndex(of: "="), equals > other.startIndex else {
        throw Failure(
          .wrongUsage, "'\(other)' is not an attribute",
          help: "write --attribute name=value, such as --attribute sessions=12")
      }
      attributes[String(other[..<equals])] = .text(String(other[other.index(after: equals)...]))
    }
    return attributes
  }
}
