package import LocalAppStore
package import LocalAppStoreServer
package import PaywallCatalog
package import YAMLText

/// The life of some customers, told as causes, and the outcome that is required.
package struct Story: Sendable {
  /// Its file below the folder that was named, without the ending.
  package let name: String
  package let source: SourceText
  /// The title in plain words.
  package var title: String?
  package var given = Given()
  /// Causes and checks in their order.
  package var steps: [Step] = []

  /// The world before the first step.
  package struct Given: Sendable {
    package var start: Start?
    package var environment = WorldSettings.Environment.sandbox
    /// Days of the billing grace period.
    package var grace: Int?
    package var seed: UInt64?
    /// Each gets the app before the first step.
    package var customers = [StoreCause(.customer("ada")) { try $0.addCustomer("ada") }]
    package var faults: DeliveryFaults?
    /// The products on sale; `nil` for those of the configuration.
    package var catalog: StoreCatalog?
  }

  /// When the clock begins.
  package enum Start: Hashable, Sendable {
    case at(Timestamp)
    /// The clock shows this moment at the end of the story.
    case endingAt(Timestamp)
    /// The clock shows the time of this machine at the end.
    case endingNow
  }

  package struct Step: Sendable {
    /// The place of the word that says what the step is.
    package let range: SourceRange
    /// Stands in `then`.
    package let isFinal: Bool
    package let action: Action
  }

  package enum Action: Sendable {
    case cause(Cause)
    case move(ClockReader.Move)
    case inject(DeliveryFaults)
    case sent([Node], of: String?)
    case world(Node, of: String?)
    case server(Node, of: String?)
    case request(Request)

    /// Whether it is a check, which changes nothing in the world.
    package var isCheck: Bool {
      switch self {
      case .cause, .move, .inject: false
      case .sent, .world, .server, .request: true
      }
    }
  }

  package struct Cause: Sendable {
    package let verb: String
    package let members: Node?
    /// The name by which later steps refer to the transaction that begins.
    package let name: String?
    /// The code with which the App Store refuses the cause.
    package let refusal: String?
  }

  /// A question to the back end.
  package struct Request: Sendable {
    package let method: String
    package let path: Node
    package let headers: Node?
    package let send: Node?
    package let status: Int?
    package let body: Node?
    /// Names for values of the answer, each with the path to it.
    package let take: [(name: String, path: String)]
  }
}
