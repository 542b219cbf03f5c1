import HTTPTransport

extension ServerMetrics: ConnectionCounters {}
