import Foundation
import PaywallKitTesting
import TestSupport

@testable import PaywallKit

/// One process of an app, which is killed at a step: nothing that it does after that has an effect.
final class Life: Sendable {
  struct IsOver: Error {}

  private let left: Box<Int?>

  /// - Parameter steps: the steps after which it is killed; `nil` lives on.
  init(steps: Int?) { left = Box(steps) }

  var isOver: Bool { left.value == 0 }

  /// True if the next step still happens.
  func step() -> Bool {
    left.change { left in
      guard let steps = left else { return true }
      if steps > 0 { left = steps - 1 }
      return steps > 1
    }
  }

  /// Kills it now.
  func kill() { left.change { $0 = 0 } }

  /// Never returns, like a call that a killed process waits for.
  func end() async -> Never {
    while true {
      _ = await AsyncStream<Void>(unfolding: { await Self.forever() }).first { _ in true }
    }
  }

  /// A continuation that is let go of is reported.
  private static let waiting = Box<[CheckedContinuation<Void, Never>]>([])

  private static func forever() async {
    await withCheckedContinuation { (never: CheckedContinuation<Void, Never>) in
      Self.waiting.change { $0.append(never) }
    }
  }
}

/// A disk that keeps what a process has written before it was killed.
struct MortalStorage: Storage {
  let base: MemoryStorage
  let life: Life

  func read(_ name: String) throws -> Data? {
    guard !life.isOver else { throw Life.IsOver() }
    return try base.read(name)
  }

  func write(_ content: Data, to name: String) throws {
    guard life.step() else { throw Life.IsOver() }
    try base.write(content, to: name)
  }

  func remove(_ name: String) throws {
    guard life.step() else { throw Life.IsOver() }
    try base.remove(name)
  }

  func names(from prefix: String) throws -> [String] {
    guard !life.isOver else { throw Life.IsOver() }
    return try base.names(from: prefix)
  }
}

/// The App Store, which outlives the process.
struct MortalStore: PurchaseStore {
  let base: FakeStore
  let life: Life
  /// The way that its history takes to the app.
  var carry: @Sendable ([StoreTransaction]) async -> [StoreTransaction] = { $0 }

  private func live() async { if !life.step() { await life.end() } }

  func products(_ ids: [String]) async throws(StoreFailure) -> [StoreProduct] {
    await live()
    return try await base.products(ids)
  }

  func purchase(
    _ product: String, options: StorePurchaseOptions
  ) async throws(StoreFailure) -> StorePurchaseResult {
    await live()
    let result = try await base.purchase(product, options: options)
    await live()
    return result
  }

  func redeem(_ url: URL) async throws(StoreFailure) { try await base.redeem(url) }
  var updates: AsyncStream<StoreTransaction> { base.updates }
  func unfinished() async -> [StoreTransaction] { await base.unfinished() }
  func currentEntitlements() async -> [StoreTransaction] { await base.currentEntitlements() }
  func all() async -> [StoreTransaction] { await carry(base.all()) }
  func renewals() async -> [StoreRenewal] { await base.renewals() }
  func storefront() async -> String? { await base.storefront() }
  func appTransaction() async -> StoreAppTransaction? { await base.appTransaction() }
  func synchronize() async throws(StoreFailure) {}

  func finish(_ transaction: StoreTransaction) async {
    await live()
    await base.finish(transaction)
  }
}

extension Life {
  /// The network of this process, to a server that is killed now and then: before a request comes, or
  /// after it was done and before the answer leaves.
  func transport(_ network: @escaping Transport, _ random: Box<SplitMix>) -> Transport {
    { [self] request in
      if !step() { await end() }
      let fate = random.change { $0.below(8) }
      if fate == 0 { throw NetworkFailure.unreachable("The server was killed.") }
      let response = try await network(request)
      if fate == 1 { throw NetworkFailure.unreachable("The server was killed.") }
      if !step() { await end() }
      return response
    }
  }
}
