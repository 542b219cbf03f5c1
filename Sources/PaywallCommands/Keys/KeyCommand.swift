import ArgumentParser
import CommandSupport

/// `paywall key`.
struct KeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "key", "Make, list and revoke API keys.",
    """
    To replace a key without a gap: create a second one, deploy it to the apps and servers that \
    send the first, then revoke the first. A running server reads each change by itself.
    """,
    examples: "paywall key create --role client --name app-2 --add",
    "paywall key list",
    "paywall key revoke app",
    subcommands: [KeyCreate.self, KeyList.self, KeyRevoke.self, KeyUserProof.self])
}
