import AppStore
import ArgumentParser
import CommandSupport
import Foundation
import Ledger
import LedgerPostgres
import LedgerSQLite
import LedgerStorage
import PaywallCatalog

import PaywallServer

/// The ledger that a command uses. The server may run at the same time.
struct LedgerOptions: ParsableArguments {
  @OptionGroup var configuration: ConfigurationOptions
  @Option(.ledger, "The ledger: a file, or postgres://… (default: CONFIG/.paywall/paywall.sqlite)")
  var ledger: String?

  @OptionGroup var trust: AppleRootOptions

  var path: String { ledger ?? "\(configuration.folder)/.paywall/paywall.sqlite" }

  var missing: Failure {
    let local = "\(configuration.folder)/.paywall/local-app-store.sqlite"
    let isLocal = ledger == nil && FileManager.default.fileExists(atPath: local)
    return Failure(
      .failedOutside, "there is no ledger '\(path)'",
      help: isLocal
        ? "that of 'paywall serve --app-store' is --ledger \(local); 'paywall ledger show --help' says what else it takes"
        : "name it with --ledger; 'paywall serve' makes one, and so does 'paywall ledger import'")
  }

  /// Returns the address of its database; `nil` for a file.
  func address() throws -> PostgresAddress? {
    PostgresAddress.isAddress(path) ? try .argument(path) : nil
  }

  /// Opens a ledger that is there.
  ///
  /// - Parameter creating: makes a new one if there is none.
  func open(creating: Bool = false) throws -> any Ledger {
    guard let address = try address() else { return try openFile(creating: creating) }
    var options = PostgresLedger.Options()
    options.isCreating = creating
    options.roots = try trust.roots().digests
    options.adoption = creating ? .always : .never
    do throws(LedgerOpenError) {
      let opened = try PostgresLedger.open(address, options: options)
      note(movedTo: opened.movedTo)
      return opened
    } catch {
      throw Failure(
        error, ofOtherRoots: "give the former root with --apple-root, or leave it out for Apple's")
    }
  }

  /// Opens the ledger for some work, and closes it. A ledger that fails ends the command in words.
  func use<Value>(_ work: (any Ledger) async throws -> Value) async throws -> Value {
    let opened = try open()
    do {
      let value = try await work(opened)
      await opened.close()
      return value
    } catch {
      await opened.close()
      throw (error as? LedgerFailure).map { Failure($0, path) } ?? error
    }
  }

  /// Opens a file that is there; only `import` makes one. For a database, see `LedgerFile`.
  func openFile(creating: Bool = false, restoring salt: String? = nil) throws -> SQLiteLedger {
    guard creating || FileManager.default.fileExists(atPath: path) else { throw missing }
    if creating { try makeFolder() }
    var options = SQLiteLedger.Options()
    options.roots = try trust.roots().digests
    options.adoptsRoots = creating
    options.restoredSalt = salt
    do throws(LedgerOpenError) {
      let opened = try SQLiteLedger.open(path: path, options: options)
      if opened.hasAdoptedRoots {
        Console.ofProcess().note(
          "note: the ledger did not say under which root certificates it was filled; from now on it holds to those that are trusted now"
        )
      }
      note(movedTo: opened.movedTo)
      return opened
    } catch {
      throw Failure(
        error,
        ofOtherRoots:
          "give the former root with --apple-root (or leave it out for Apple's); 'ledger export' under it and 'ledger import' into another file take along what verifies"
      )
    }
  }
}

extension LedgerOptions {
  /// Makes the folder of a new file, which only its owner may enter.
  private func makeFolder() throws(Failure) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    try Failure.outside {
      try StateDirectory(String(path[..<slash])).make()
    }
  }

  private func note(movedTo target: String?) { Self.note(path, movedTo: target) }

  static func note(_ path: String, movedTo target: String?) {
    guard let target else { return }
    Console.ofProcess().note(
      "note: \(path) is as it was when it became read-only in favour of \(target); name that with --ledger"
    )
  }
}

extension PostgresAddress {
  /// Reads the value of `--ledger`.
  static func argument(_ text: String) throws(Failure) -> PostgresAddress {
    do throws(PostgresAddressError) {
      return try PostgresAddress(text)
    } catch {
      throw Failure(.wrongUsage, "--ledger: \(error.description)")
    }
  }
}

/// The customer that a command is about.
struct CustomerOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "An appTransactionId or originalTransactionId; with --user a user id or appAccountToken.",
      valueName: "customer"))
  var customer: String
  @Flag(name: .customLong("user"), help: "CUSTOMER is a user id or an appAccountToken.")
  var isUser = false
  @OptionGroup var place: EnvironmentOptions

  var environment: AppStoreEnvironment { place.environment }

  /// The names under which the customer may be known.
  var names: [CustomerName] {
    isUser ? [.user(customer)] : [.appTransactionId(customer), .originalTransactionId(customer)]
  }

  /// Returns the ledger's first answer under any of the names; `nil` if it knows none of them.
  func find<Value>(
    _ found: (CustomerName) async throws -> [Value]
  ) async throws -> (name: CustomerName, values: [Value])? {
    for name in names {
      let values = try await found(name)
      if !values.isEmpty { return (name, values) }
    }
    return nil
  }

  /// Returns the ledger's first answer under any of the names.
  func first<Value>(
    _ found: (CustomerName) async throws -> [Value]
  ) async throws -> (name: CustomerName, values: [Value]) {
    if let found = try await find(found) { return found }
    throw unknown("customer")
  }

  /// - Parameter what: the kind of thing that was looked for.
  func unknown(_ what: String) -> Failure {
    let others = AppStoreEnvironment.allCases.filter { $0 != environment }.map(\.rawValue)
    return Failure(
      .no, "there is no \(what) '\(customer)' in the environment \(environment.rawValue)",
      help: isUser
        ? "leave --user out if this is one of Apple's ids, or try --environment \(others.joined(separator: " or "))"
        : "add --user if this is a user id, or try --environment \(others.joined(separator: " or "))"
    )
  }
}

/// The environment that a command is about.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("production, sandbox or xcode; default: production.", valueName: "name"),
    completion: .list(AppStoreEnvironment.allCases.map(\.rawValue)),
    transform: Self.argument)
  var environment = AppStoreEnvironment.production

  private static func argument(_ word: String) throws -> AppStoreEnvironment {
    if let environment = AppStoreEnvironment(spelling: word) { return environment }
    throw ValidationError("'\(word)' is no environment; use production, sandbox or xcode.")
  }
}

extension Failure {
  /// - Parameter help: the help for a ledger that was filled under other roots.
  fileprivate init(_ error: LedgerOpenError, ofOtherRoots help: String) {
    let isOfOthers = if case .otherRoots = error { true } else { false }
    self.init(.failedOutside, error.description, help: isOfOthers ? help : nil)
  }

  init(_ failure: LedgerFailure, _ path: String) {
    switch failure {
    case .unavailable(let reason):
      self.init(
        .failedOutside, "the ledger '\(path)' cannot be used: \(reason)",
        help: "nothing was changed; fix that, and run the command again")
    case .renewalInfoWithoutTransaction:
      self.init(.no, "renewal info without its transaction names no app")
    case .severalCustomers:
      self.init(.no, "the texts belong to several customers")
    }
  }
}
