import AppStoreServerAPI
import AppStoreSync
import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Subscribers

/// `paywall seats`.
struct SeatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "seats", "Claim seats for members of a group whom you invite, and show who has one.",
    """
    For purchases with developer-hosted invitations: Apple counts the seats, and the ledger keeps who \
    has them. '/v1/customer' answers members with the purchase's entitlements. A server key does the \
    same by '/v1/seats/TRANSACTION'. Apple has these calls in the sandbox only, which is asked without \
    --environment.
    """,
    examples: "paywall seats claim 2000000123000001 --user user-7",
    "paywall seats show 2000000123000001",
    subcommands: [SeatsClaim.self, SeatsUnclaim.self, SeatsAssociate.self, SeatsShow.self])
}

/// The purchase, the App Store and the ledger.
struct SeatOptions: ParsableArguments {
  @OptionGroup var sync: SyncOptions

  /// The sandbox by default, since production is not open.
  private var environment: AppStoreEnvironment {
    sync.apple.environment?.environment ?? .sandbox
  }

  func ask<Value: Sendable>(
    _ work: @Sendable (GroupSeats) async throws(SeatFailure) -> Value
  ) async throws -> (value: Value, now: Timestamp) {
    let result: Result<(value: Value, now: Timestamp), SeatFailure> = try await sync.ask {
      client, ledger in
      let seats = GroupSeats(client, ledger, in: environment, now: { client.storeTime })
      do throws(SeatFailure) {
        return .success((try await work(seats), client.storeTime))
      } catch {
        return .failure(error)
      }
    }
    do throws(SeatFailure) {
      return try result.get()
    } catch {
      switch error {
      case .ledger(let failure): throw Failure(failure, sync.path)
      case .appStore(let failure): throw Failure(failure)
      case .taken, .unknown, .ended: throw Problem(error).failure
      }
    }
  }
}

extension SeatAnswer: Card {
  var whom: String {
    let names = [
      seat.member.userId.map { "user \($0)" },
      seat.member.appTransactionId.map { "customer \($0)" },
    ]
    return names.compactMap(\.self).joined(separator: ", ")
  }
  var end: String {
    guard let ended = seat.claim.ended else { return "" }
    return "\(ended.at.rfc3339) by \(ended.by == .server ? "you" : "the App Store")"
  }
}

extension SeatOverviewAnswer: Card {}
