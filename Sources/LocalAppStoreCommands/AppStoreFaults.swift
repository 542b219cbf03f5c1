import ArgumentParser
import CommandSupport

/// `local-app-store faults`.
struct AppStoreFaults: ChangesStore {
  static let configuration = CommandConfiguration(
    "faults", "Let notifications be lost, late, doubled, out of order, forged, or come in a storm.",
    """
    Replaces what goes wrong; without options nothing does. What was kept back by the faults before \
    is delivered at once. A share hits the same notifications for the same seed. 'paywall \
    appstore notifications --json' shows what hit which.
    """,
    examples: "local-app-store faults --lost 10% --doubled 20%",
    "local-app-store faults --hold",
    "local-app-store faults")

  @Option("share", "The share of which no attempt arrives.") var lost: String?
  @Option("share", "The share that is sent later.") var late: String?
  @Option("length", "How much later. (default: 3 days)") var lateBy: String?
  @Option("share", "The share that the next one overtakes.") var outOfOrder: String?
  @Option("share", "The share that arrives twice.") var doubled: String?
  @Option("share", "The share before which something forged arrives, with the same UUID.")
  var garbage: String?
  @Option(
    "word",
    "What is forged: brokenSignature, otherRoot, truncated, otherApp; may be repeated. (default: all)"
  )
  var forgery: [String] = []
  @Option("number", "The next attempts that are answered 503.") var unavailable: Int?
  @Flag(help: "Keep everything back until the next change of faults, for a burst.")
  var hold = false
  @Option("number", "Hits other notifications. (default: 0)") var seed: Int?
  @OptionGroup var store: StoreOptions

  var body: StoreBody {
    StoreBody().with("lost", lost).with("late", late).with("lateBy", lateBy)
      .with("outOfOrder", outOfOrder).with("doubled", doubled).with("garbage", garbage)
      .with("forgeries", forgery.isEmpty ? nil : forgery)
      .with("unavailable", unavailable).with("held", hold).with("seed", seed)
  }
}
