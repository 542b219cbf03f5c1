import ArgumentParser
import CommandSupport

/// `paywall retention`.
struct RetentionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "retention",
    "Upload messages for customers who are about to cancel, and show what Apple approved.",
    """
    The messages are the files in Paywalls/retention, and Apple's states of them are in \
    Paywalls/store/approvals.yaml, by which a server answers. Each asks Apple with \
    --app-store-key, and else the local App Store.
    """,
    examples: "paywall retention push --environment sandbox",
    "paywall retention pull",
    "paywall retention default pro_monthly en-US --message stay",
    subcommands: [
      RetentionPush.self, RetentionStatus.self, RetentionPull.self, RetentionDefault.self,
      RetentionURL.self, RetentionTest.self,
    ])
}
