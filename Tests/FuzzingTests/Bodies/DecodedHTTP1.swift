import HTTPTransport
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Returns the parts that the decoder of an HTTP/1.1 connection reads, with the server's settings.
func decodedHTTP1(_ bytes: [UInt8]) throws -> [HTTPRequestPart] {
  let (parts, error) = try partsOfHTTP1(bytes)
  if let error { throw Finding("the decoder refuses it: \(error)") }
  return parts
}

/// Returns the parts up to the first mistake, and the mistake.
func partsOfHTTP1(_ bytes: [UInt8]) throws -> ([HTTPRequestPart], (any Error)?) {
  let channel = EmbeddedChannel()
  defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
  let limits = ConnectionLimits()
  var configuration = NIOHTTPDecoderLimitConfiguration()
  configuration.maxHeaderFieldSize = limits.maximumHeaderBytes
  configuration.maxHeaderListSize = limits.maximumHeaderBytes
  configuration.maxHeaderFieldCount = HeaderLimits.fields
  try channel.pipeline.syncOperations.configureHTTPServerPipeline(
    withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
    withEncoderConfiguration: .init(), withDecoderLimitConfiguration: configuration)
  try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
  var mistake: (any Error)?
  do { try channel.writeInbound(ByteBuffer(bytes: bytes)) } catch { mistake = error }
  var parts: [HTTPRequestPart] = []
  while let part = try channel.readInbound(as: HTTPRequestPart.self) { parts.append(part) }
  return (parts, mistake)
}
