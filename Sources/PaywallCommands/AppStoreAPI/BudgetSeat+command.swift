import AppStoreServerAPI
import CommandSupport
import Foundation
import HTTPService
import PaywallCatalog

extension BudgetSeat {
  /// Returns the part of Apple's limits that a command has until it ends: a tenth beside a server
  /// or another command, else the most.
  static func ofCommand(in folder: String) throws(Failure) -> BudgetStorage {
    do throws(BudgetSeatsTaken) {
      let process = ProcessInfo.processInfo.processIdentifier
      return try take(
        [.most, .beside], in: folder,
        holder: "process \(process), a command, since \(SystemClock.now().rfc3339)")
    } catch {
      throw Failure(
        .failedOutside,
        "others ask Apple with the state folder '\(folder)': \(error.holders.joined(separator: "; "))",
        help: "wait until the command among them has ended, so that all keep to Apple's limits")
    }
  }
}
