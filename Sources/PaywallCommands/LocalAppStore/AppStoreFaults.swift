import ArgumentParser

/// `paywall appstore faults`.
struct AppStoreFaults: ChangesStore {
  static let configuration = CommandConfiguration(
    "faults", "Let notifications be lost, late, doubled, out of order, forged, or come in a storm.",
    """
    Replaces what goes wrong; without options nothing does. What was kept back by the faults before \
    is delivered at once. A share hits the same notifications for the same seed. 'paywall \
    appstore notifications --json' shows what hit which.
    """,
    examples: "paywall appstore faults --lost 10% --doubled 20%",
    "paywall appstore faults --hold",
    "paywall appstore faults")

  @Option(help: ArgumentHelp("The share of which no attempt arrives.", valueName: "share"))
  var lost: String?
  @Option(help: ArgumentHelp("The share that is sent later.", valueName: "share"))
  var late: String?
  @Option(help: ArgumentHelp("How much later. (default: 3 days)", valueName: "length"))
  var lateBy: String?
  @Option(help: ArgumentHelp("The share that the next one overtakes.", valueName: "share"))
  var outOfOrder: String?
  @Option(help: ArgumentHelp("The share that arrives twice.", valueName: "share"))
  var doubled: String?
  @Option(
    help: ArgumentHelp(
      "The share before which something forged arrives, with the same UUID.", valueName: "share"))
  var garbage: String?
  @Option(
    help: ArgumentHelp(
      "What is forged: brokenSignature, otherRoot, truncated, otherApp; may be repeated. (default: all)",
      valueName: "word"))
  var forgery: [String] = []
  @Option(help: ArgumentHelp("The next attempts that are answered 503.", valueName: "number"))
  var unavailable: Int?
  @Flag(help: "Keep everything back until the next change of faults, for a burst.")
  var hold = false
  @Option(help: ArgumentHelp("Hits other notifications. (default: 0)", valueName: "number"))
  var seed: Int?
  @OptionGroup var store: StoreOptions

  var body: StoreBody {
    StoreBody().with("lost", lost).with("late", late).with("lateBy", lateBy)
      .with("outOfOrder", outOfOrder).with("doubled", doubled).with("garbage", garbage)
      .with("forgeries", forgery.isEmpty ? nil : forgery)
      .with("unavailable", unavailable).with("held", hold).with("seed", seed)
  }
}
