import AppStoreServerAPI
import ArgumentParser
import CommandSupport
import PaywallCatalog

/// `paywall retention pull`.
struct RetentionPull: EditsFiles {
  static let configuration = CommandConfiguration(
    "pull", "Write Apple's states of messages and images to Paywalls/store/approvals.yaml.",
    """
    A server sends only what that file says Apple approved, so commit it, and deploy it like any \
    other change. The default messages that it names are asked for as well.
    """,
    examples: "paywall retention pull --yes",
    "paywall retention pull --environment sandbox -m 'Apple approved the autumn messages'")

  @OptionGroup var apple: AppleAPIOptions
  @OptionGroup var editing: EditOptions

  var configuration: ConfigurationOptions { apple.folder }

  func edit(_ editor: ConfigurationEditor) async throws {
    let environment = apple.oneEnvironment
    let former = editor.snapshot.retentionStates[environment] ?? RetentionStates()
    let states = try await apple.ask { client async throws(AppStoreAPIError) in
      try await client.retentionStates(in: environment, after: former)
    }
    try editor.apply(editor.approvals(environment) { $0 = states })
  }
}
