import HTTPTransport
import NIOCore
package import ServiceLifecycle

extension PaywallService {
  /// The application, for a program that runs it beside other things.
  ///
  /// - Parameters:
  ///   - longestAnswer: after which a request is answered with 503.
  ///   - listening: receives the port.
  package func service(
    longestAnswer: Duration? = nil, listening: @escaping @Sendable (_ port: Int) async -> Void
  ) -> any Service {
    var limits = ConnectionLimits()
    if let longestAnswer { limits.responseTimeout = .seconds(longestAnswer.components.seconds) }
    return application(limits: limits, listening: listening)
  }
}
