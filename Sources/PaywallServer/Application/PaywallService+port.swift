import Hummingbird
import NIOCore
package import ServiceLifecycle

extension PaywallService {
  /// The application, for a program that runs it beside other things.
  ///
  /// - Parameter listening: receives the port.
  package func service(
    listening: @escaping @Sendable (_ port: Int) async -> Void
  ) -> any Service {
    application(onServerRunning: { channel in
      await listening(channel.localAddress?.port ?? 0)
    })
  }
}
