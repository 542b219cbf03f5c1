import ArgumentParser
import CommandSupport
import HTTPDocuments
import LocalAppStoreServer

/// A command that asks the local App Store for a change, and prints the result.
protocol ChangesStore: AsyncParsableCommand, AnswersInJSON {
  var store: StoreOptions { get }
  /// The name by which the store knows the change: that of the command unless it says otherwise.
  var change: String { get }
  var body: StoreBody { get }
}

extension ChangesStore {
  static var answerSchema: Schema { StoreAnswer.schema }
  var change: String { Self.configuration.commandName ?? "" }

  func run() async throws { try await store.post(change, body) }
}

/// A change of a customer's purchase of a product.
protocol ChangesPurchase: ChangesStore {
  var product: String { get }
  var customer: String { get }
}

extension ChangesPurchase {
  var purchase: StoreBody {
    StoreBody().with("product", product).with("customer", customer)
  }

  var body: StoreBody { purchase }
}
