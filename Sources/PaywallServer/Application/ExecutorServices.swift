import HTTPTransport
import NIOPosix
import ServiceLifecycle

/// Runs a server's own tasks on an event loop. The task that accepts connections, and each that a
/// connection begins with, would otherwise run on a thread of the global executor: two hand-offs
/// between threads for every connection.
struct AcceptingService: Service {
  let server: any Service

  func run() async throws {
    let loop = EventLoopExecutor(MultiThreadedEventLoopGroup.singleton.next())
    try await withTaskExecutorPreference(loop) { try await server.run() }
  }
}

/// Runs a service beside a server off the event loops.
struct BesideService: Service {
  let service: any Service

  func run() async throws {
    try await withTaskExecutorPreference(globalConcurrentExecutor) { try await service.run() }
  }
}
