import HTTPTransport
import HTTPTypes
import PaywallAPI

/// A route of the API, with what counts its requests.
struct MeteredRoute: Sendable {
  let answer: RouteHandler
  private let meter: RouteMeter
  private let headMeter: RouteMeter

  init(_ operation: Operation, _ answer: @escaping RouteHandler, _ metrics: RequestMetrics) {
    self.answer = answer
    meter = metrics.meter(route: operation.path, method: MethodLabel(operation.method))
    headMeter = metrics.meter(route: operation.path, method: MethodLabel(.head))
  }

  func meter(of method: HTTPRequest.Method) -> RouteMeter {
    method == .head ? headMeter : meter
  }
}

extension Router where Route == MeteredRoute {
  /// - Parameter table: complete.
  init(_ table: RouteTable, _ metrics: RequestMetrics) {
    self.init()
    for (route, handler) in zip(table.routes, table.handlers) {
      let operation = route.operation
      add(operation.method, operation.path, MeteredRoute(operation, handler, metrics))
    }
  }
}
