import NIOHTTP2

extension ConnectionLimits {
  /// The limits of an HTTP/2 connection.
  ///
  /// - A stream is one request: at most 100 at a time, each with a window of 64 KiB; all together may
  ///   have 256 KiB received and not yet read.
  /// - Rapid reset (CVE-2023-44487): 200 stream resets in 30 s close the connection, as do 200 stream
  ///   errors and 200 PING, SETTINGS or PRIORITY frames.
  /// - CONTINUATION flood (CVE-2024-27316): at most two in a row, and `maximumHeaderBytes` bytes of
  ///   headers in all; empty DATA frames: one in a row.
  /// - Settings and pings that the client never acknowledges: at most 1,000 queued control frames.
  var http2: NIOHTTP2Handler.Configuration {
    var configuration = NIOHTTP2Handler.Configuration()
    configuration.connection.initialSettings = [
      HTTP2Setting(parameter: .maxConcurrentStreams, value: 100),
      HTTP2Setting(parameter: .maxHeaderListSize, value: maximumHeaderBytes),
      HTTP2Setting(parameter: .initialWindowSize, value: 65_535),
    ]
    configuration.connection.targetWindowSize = 256 * 1024
    configuration.connection.maximumBufferedControlFrames = 1000
    configuration.connection.maximumSequentialContinuationFrames = 2
    configuration.connection.controlFrameRateLimit.maximumCount = 200
    configuration.stream.streamResetFrameRateLimit.maximumCount = 200
    configuration.stream.streamErrorRateLimit.maximumCount = 200
    return configuration
  }
}
