import HTTPTransport
import Hummingbird

/// What every route of the store knows about its request.
struct StoreContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The other end of the connection.
  let address: ClientAddress

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    address = ClientAddress(source.channel)
  }
}
