import ArgumentParser
import CommandSupport
import LocalAppStoreServer
import PaywallCatalog

/// `local-app-store advance`.
struct AppStoreAdvance: ChangesStore {
  static let configuration = CommandConfiguration(
    "advance", "Move the clock; everything that is due in between happens in order.",
    "A length is '1 month', '10 days' or ISO 8601 such as P1M. The clock never goes back.",
    examples: "local-app-store advance 1 month",
    "local-app-store advance --to 2027-01-05T10:00:00Z")

  @Argument(help: ArgumentHelp("How far: 1 month, 10 days, P1Y.", valueName: "length"))
  var length: [String] = []
  @Option("time", "To this time.") var to: Moment?
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard length.isEmpty == (to != nil), length.isEmpty || period != nil else {
      throw ValidationError("Give a length such as '1 month' or P1M, or --to with a time.")
    }
  }

  var body: StoreBody {
    StoreBody().with("by", period?.description).with("to", to?.timestamp.rfc3339)
  }

  private var period: Period? {
    Period(words: length.joined(separator: " "))
      ?? (length.count == 1 ? Length(argument: length[0])?.period : nil)
  }
}

/// `local-app-store rate`.
struct AppStoreRate: ChangesStore {
  static let configuration = CommandConfiguration(
    "rate", "Let the clock run, or stop it.",
    examples: "local-app-store rate 3600",
    "local-app-store rate 0")

  @Argument(help: "Seconds of the world for each second; 0 stops the clock.") var rate: Int
  @OptionGroup var store: StoreOptions

  var body: StoreBody { StoreBody().with("rate", rate) }
}
