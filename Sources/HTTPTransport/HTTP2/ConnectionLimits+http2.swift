import NIOHTTP2

extension ConnectionLimits {
  /// What a client of HTTP/2 may do to us.
  ///
  /// - A stream is one request: 100 at a time, each with a window of 64 KiB, all together 256 KiB
  ///   that are received and not yet read.
  /// - Rapid reset (CVE-2023-44487): 200 streams taken back in 30 s end the connection, as do 200
  ///   stream errors and 200 PING, SETTINGS or PRIORITY frames.
  /// - CONTINUATION flood (CVE-2024-27316): five in a row, and `readableHeaders` bytes of headers
  ///   however they are cut; empty DATA frames: one in a row.
  /// - Settings and pings that are never acknowledged: 1,000 control frames wait at most.
  var http2: NIOHTTP2Handler.Configuration {
    var configuration = NIOHTTP2Handler.Configuration()
    configuration.connection.initialSettings = [
      HTTP2Setting(parameter: .maxConcurrentStreams, value: 100),
      HTTP2Setting(parameter: .maxHeaderListSize, value: readableHeaders),
      HTTP2Setting(parameter: .initialWindowSize, value: 65_535),
    ]
    configuration.connection.targetWindowSize = 256 * 1024
    configuration.connection.maximumBufferedControlFrames = 1000
    configuration.connection.maximumSequentialContinuationFrames = 5
    configuration.connection.controlFrameRateLimit.maximumCount = 200
    configuration.stream.streamResetFrameRateLimit.maximumCount = 200
    configuration.stream.streamErrorRateLimit.maximumCount = 200
    return configuration
  }
}
