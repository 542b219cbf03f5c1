import HTTPDocuments
import LocalAppStore
import LocalAppStoreServer
package import PaywallCatalog

/// The JSON Schema of stories, for editors. The members of a cause are left to the reader, which knows
/// them all.
package enum StorySchema {
  package static var content: Content {
    let story = Schema.object([
      .maybe("story", .text, "What happens, in plain words."),
      .maybe("given", given, "The world before the first step."),
      .maybe("when", .list(of: step(CauseReader.verbs.keys + StoryReader.words))),
      .maybe("then", .list(of: step(checks)), "Checks only."),
    ])
    return story.document(title: "A story of the local App Store")
  }

  private static let checks = ["sent", "world", "server", "get", "post", "put", "delete"]

  private static func step(_ words: [String]) -> Schema {
    let words = words.sorted()
    let members = (words + StoryReader.siblings).map { Property.maybe($0, .anything) }
    return .any([.words(words), .object(members)])
  }

  private static var given: Schema {
    .object([
      .maybe("start", .moment, "What the clock shows first."),
      .maybe("end", .text, "What the clock shows at the end: a time, or now."),
      .maybe("environment", .words(["sandbox", "production"])),
      .maybe("grace", .integer(from: 3, to: 28), "Days of the grace period: 3, 16 or 28."),
      .maybe("seed", .integer(from: 0), "The same ids in every run."),
      .maybe("customers", .any([.list(of: .text), .map(to: .anything)])),
      .maybe("faults", faults), .maybe("app", .text, "The bundle id, with products."),
      .maybe("products", .map(to: .map(to: .anything))),
    ])
  }

  private static var faults: Schema {
    let shares = ["lost", "late", "outOfOrder", "doubled", "garbage"].map {
      Property.maybe($0, .text, "A share such as 10%.")
    }
    return .object(
      shares + [
        .maybe("lateBy", .text, "A length such as 3 days."),
        .maybe(
          "forgeries", .list(of: .words(DeliveryFaults.Forgery.allCases.map(\.rawValue)))),
        .maybe("unavailable", .integer(from: 0)), .maybe("held", .boolean),
        .maybe("seed", .integer(from: 0)),
      ])
  }
}
