import Crypto
import Foundation
package import HTTPService
package import Logging
package import PaywallCatalog

// The logs that a server writes for people.
extension PaywallService {
  /// If the key cannot be stored, it lasts as long as the process.
  static func visitorKey(in state: StateDirectory, _ logger: Logger) -> SymmetricKey {
    do {
      return try state.visitorKey()
    } catch {
      logger.warning(
        "the key that hides visitor ids cannot be kept; they will look different after a restart",
        metadata: ["path": "\(state.path)", "reason": "\(error)"])
      return SymmetricKey(size: .bits256)
    }
  }

  static func decisionLog(_ settings: Settings, _ pseudonym: VisitorPseudonym) throws
    -> DecisionLog?
  {
    guard let path = settings.decisionLog else { return nil }
    do {
      return DecisionLog(sink: try LogSink.file(path), pseudonym: pseudonym)
    } catch {
      throw StartError.decisionLog("\(error)")
    }
  }

  /// A logger on standard error, as the settings say.
  package static func logger(
    _ settings: Settings, sink: LogSink = .standardError,
    now: @escaping @Sendable () -> Timestamp = SystemClock.now
  ) -> Logger {
    Logger(
      of: "paywall", level: settings.logLevel, format: settings.logFormat, sink: sink, now: now)
  }
}
