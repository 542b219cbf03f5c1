import HTTPTransport
import Logging

extension PaywallService {
  /// How many connections to allow. Raises the limit of open files first.
  static func connections(_ settings: Settings, _ logger: Logger) throws(StartError) -> Int {
    let files = FileLimit.raise()
    if files < FileLimit.least {
      logger.warning(
        "the process may have few files open, and each connection is one: raise the limit ('ulimit -n', LimitNOFILE= in a systemd unit)",
        metadata: ["files": "\(files)", "least": "\(FileLimit.least)"])
    }
    guard let connections = FileLimit.connections(settings.maxConnections, files: files) else {
      throw StartError.connections(settings.maxConnections ?? 0, files: files)
    }
    logger.info(
      "limits", metadata: ["connections": "\(connections)", "files": "\(files)"])
    return connections
  }
}
