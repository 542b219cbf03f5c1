import HTTPService

extension Settings {
  /// Looks up the names to listen on, so that a wrong one is reported before anything is opened.
  func checkHosts() throws(StartError) {
    do throws(ListenError) {
      try ListenError.check(host: host, of: "--host", port: port)
      if let metricsPort {
        try ListenError.check(host: metricsHost, of: "--metrics-host", port: metricsPort)
      }
    } catch {
      throw .listen(error)
    }
  }

  /// Why the server cannot listen; `nil` for every other error.
  func listenError(_ error: any Error) -> ListenError? {
    let metrics = metricsPort.map { " or --metrics-port \($0)" } ?? ""
    return ListenError(error, host: host, ports: "--port \(port)\(metrics)")
  }
}
