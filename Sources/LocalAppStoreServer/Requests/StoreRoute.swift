import HTTPTransport

/// Answers one request from the address at the other end of its connection.
typealias StoreRoute = @Sendable (Request, ClientAddress) async throws -> Response
