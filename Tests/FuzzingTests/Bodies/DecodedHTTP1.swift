import HTTPTransport
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// What the decoder of a connection of HTTP/1.1, as it is set up, makes of some bytes.
func decodedHTTP1(_ bytes: [UInt8]) throws -> [HTTPRequestPart] {
  let (parts, error) = try partsOfHTTP1(bytes)
  if let error { throw Finding("the decoder refuses it: \(error)") }
  return parts
}

/// The same up to the first mistake, and that.
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
