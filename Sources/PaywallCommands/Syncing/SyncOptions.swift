import AppStore
import AppStoreServerAPI
import AppStoreSync
import ArgumentParser
import CommandSupport
import Foundation
import Ledger
import LedgerPostgres
import LedgerSQLite

import PaywallCatalog

/// The App Store that a job asks, and the ledger that keeps the answers. The server may run at the
/// same time.
struct SyncOptions: ParsableArguments {
  @OptionGroup var apple: AppleAPIOptions
  @Option(
    .ledger,
    "The ledger: a file, or postgres://… (default: STATE-DIR/paywall.sqlite, or local-app-store.sqlite there)"
  )
  var ledger: String?
  @OptionGroup var production: AppleRootInProduction

  var path: String {
    let name = apple.asksApple ? "paywall.sqlite" : "local-app-store.sqlite"
    return ledger ?? apple.statePath(name)
  }

  /// - Parameter creating: makes a ledger if there is none.
  private func open(creating: Bool) throws -> any Ledger {
    if PostgresAddress.isAddress(path) { return try openDatabase(creating: creating) }
    guard creating || FileManager.default.fileExists(atPath: path) else {
      throw Failure(
        .failedOutside, "there is no ledger '\(path)'",
        help: "name it with --ledger; 'paywall serve' makes one")
    }
    var options = SQLiteLedger.Options()
    // The local App Store has a root and a ledger of its own.
    if apple.asksApple { options.roots = try apple.trust.roots().digests }
    return try Failure.outside {
      try SQLiteLedger.open(path: path, options: options)
    }
  }

  private func openDatabase(creating: Bool) throws -> any Ledger {
    var options = PostgresLedger.Options()
    options.isCreating = creating
    if apple.asksApple { options.roots = try apple.trust.roots().digests }
    let address = try PostgresAddress.argument(path)
    return try Failure.outside {
      try PostgresLedger.open(address, options: options)
    }
  }

  typealias Job<Value> =
    @Sendable (
      _ source: AppStoreSource, _ ledger: any Ledger, _ holder: String,
      _ now: @escaping @Sendable () -> Timestamp
    ) async throws(LedgerFailure) -> Value

  /// Runs a job between the App Store and the ledger. Control-C cancels it: it releases its claim,
  /// so that the next run need not wait.
  ///
  /// - Parameters:
  ///   - words: its progress, for Control-C.
  ///   - job: the job, which uses the name of this process in its claims.
  func run<Value: Sendable>(
    creating: Bool = false, interrupted words: @escaping @Sendable () -> String,
    _ job: @escaping Job<Value>
  ) async throws -> Value {
    try await Interruption.run(on: Console.ofProcess(), words) {
      let holder = ProcessName.ofThisProcess()
      let result: Result<Value, LedgerFailure> = try await ask(creating: creating) {
        client, ledger in
        do throws(LedgerFailure) {
          return .success(
            try await job(AppStoreSource(client), ledger, holder, { client.storeTime }))
        } catch {
          return .failure(error)
        }
      }
      do throws(LedgerFailure) {
        return try result.get()
      } catch {
        throw Failure(error, path)
      }
    }
  }

  /// Asks the App Store with the ledger open.
  func ask<Value: Sendable>(
    creating: Bool = false, _ work: (AppStoreClient, any Ledger) async -> Value
  ) async throws -> Value {
    let snapshot = try apple.folder.load(for: Console.ofProcess())
    try production.check(apple.trust, for: snapshot)
    let opened = try open(creating: creating)
    let value = try await apple.ask { client async throws(AppStoreAPIError) in
      await work(client, opened)
    }
    await opened.close()
    return value
  }
}
