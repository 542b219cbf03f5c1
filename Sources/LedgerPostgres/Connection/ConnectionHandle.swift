import CLibPQ
import Ledger
import LedgerStorage

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A connection of libpq in pipeline mode, which is closed with its value. It belongs to one thread.
@safe struct ConnectionHandle: ~Copyable {
  private let connection: OpaquePointer

  /// Connects, which takes at most the time that the parameters allow.
  init(_ parameters: [(name: String, value: String)]) throws(PostgresError) {
    unsafe connection = try Self.connected(parameters)
    // Errors of statements already carry the server's messages; notices are not wanted on stderr.
    unsafe PQsetNoticeProcessor(connection, { _, _ in }, nil)
  }

  private static func connected(
    _ parameters: [(name: String, value: String)]
  ) throws(PostgresError) -> OpaquePointer {
    let opened = unsafe withCStrings(parameters.map(\.name)) { names in
      unsafe withCStrings(parameters.map(\.value)) { values in
        unsafe PQconnectdbParams(names, values, 0)
      }
    }
    guard let opened = unsafe opened else { throw .lost("no memory for a connection") }
    guard unsafe PQstatus(opened) == CONNECTION_OK else {
      let error = unsafe Self.error(of: opened)
      unsafe PQfinish(opened)
      throw error
    }
    return unsafe opened
  }

  deinit { unsafe PQfinish(connection) }

  var isLost: Bool { unsafe PQstatus(connection) != CONNECTION_OK }

  var lost: PostgresError { unsafe Self.error(of: connection) }

  private static func error(of connection: OpaquePointer) -> PostgresError {
    let text = unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) } ?? ""
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return .lost(line.isEmpty ? "the connection is lost" : line)
  }

  /// Returns a handle that cancels a running statement, from any thread.
  func canceller() -> StatementCanceller { unsafe StatementCanceller(of: connection) }

  /// The process of the server, as the connection was told at its start; a pooler tells another number.
  var backend: Int64 { unsafe Int64(PQbackendPID(connection)) }

  func setting(_ name: String) -> String? {
    unsafe PQparameterStatus(connection, name).map { unsafe String(cString: $0) }
  }

  var isEncrypted: Bool { unsafe PQsslInUse(connection) == 1 }

  // MARK: The pipeline

  func enterPipeline() throws(PostgresError) {
    guard unsafe PQenterPipelineMode(connection) == 1 else { throw lost }
  }

  func prepare(_ name: String, _ sql: String) throws(PostgresError) {
    guard unsafe PQsendPrepare(connection, name, sql, 0, nil) == 1,
      unsafe PQsendDescribePrepared(connection, name) == 1
    else { throw lost }
  }

  /// Sends a prepared statement with its parameters; the result comes in binary form.
  func execute(_ name: String, _ parameters: BinaryParameters) throws(PostgresError) {
    let isSent = unsafe parameters.withPointers { values, lengths, formats in
      unsafe PQsendQueryPrepared(
        connection, name, Int32(parameters.count), values, lengths, formats, 1)
    }
    guard isSent == 1 else { throw lost }
  }

  /// Rows of the statement that was just sent come one by one.
  func readRowByRow() { _ = unsafe PQsetSingleRowMode(connection) }

  func sync() throws(PostgresError) {
    guard unsafe PQpipelineSync(connection) == 1 else { throw lost }
  }

  /// Sends what is buffered.
  func flush() { _ = unsafe PQflush(connection) }

  /// Waits for the next result. libpq would wait for ever: a process that was stopped and a disk that
  /// hangs end no connection.
  ///
  /// - Parameter patience: milliseconds in which the server has to send something.
  /// - Throws: `PostgresError.lost`, and the connection is not to be used any more.
  func awaitResult(_ patience: Int) throws(PostgresError) {
    var end = ContinuousClock.now + .milliseconds(patience)
    while unsafe PQisBusy(connection) == 1 {
      var socket = unsafe pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
      // TLS may hold bytes that the socket no longer has, so libpq is asked in any case.
      let isReady = unsafe poll(&socket, 1, 100) > 0
      // If the connection has ended, its results say why.
      guard unsafe PQconsumeInput(connection) == 1 else { return }
      if isReady {
        end = .now + .milliseconds(patience)
      } else if end < .now {
        throw .lost("the database has sent nothing for \(patience) ms")
      }
    }
  }

  /// The next result; `nil` at the end of a statement's results.
  func next() -> ResultHandle? {
    guard let result = unsafe PQgetResult(connection) else { return nil }
    return unsafe ResultHandle(result)
  }

  private static func withCStrings<Output>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Output
  ) -> Output {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(bytes.count)
      bytes += text.utf8.map { CChar(bitPattern: $0) } + [0]
    }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      var pointers = unsafe starts.map { start in
        unsafe buffer.baseAddress.map { unsafe $0 + start }
      }
      unsafe pointers.append(nil)
      return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
  }
}

/// Parameters of a statement in binary form.
struct BinaryParameters {
  private var bytes: [UInt8] = []
  /// The start and length of each value; `nil` for NULL.
  private var places: [(start: Int, length: Int)?] = []

  var count: Int { places.count }

  init(_ values: [SQLValue], as types: [ParameterType]) throws(PostgresError) {
    guard values.count == types.count else {
      throw PostgresError(state: "08P01", message: "\(values.count) values for \(types.count)")
    }
    for (value, type) in zip(values, types) {
      let start = bytes.count
      switch (value, type) {
      case (.null, _):
        places.append(nil)
        continue
      case (.integer(let number), .int8): put(number)
      case (.integer(let number), .int4):
        guard let number = Int32(exactly: number) else { throw .outOfRange(number) }
        put(number)
      case (.integer(let number), .int2):
        guard let number = Int16(exactly: number) else { throw .outOfRange(number) }
        put(number)
      case (.integer(let number), _): bytes += String(number).utf8
      case (.text(let text), _): bytes += text.utf8
      case (.bytes(let content), _): bytes += content
      }
      places.append((start, bytes.count - start))
    }
  }

  private mutating func put(_ number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  func withPointers<Output>(
    _ body: (
      UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Output
  ) -> Output {
    let lengths = places.map { Int32($0?.length ?? 0) }
    let formats = [Int32](repeating: 1, count: places.count)
    // An empty buffer may have no address, which libpq takes for NULL.
    let bytes = self.bytes + [0]
    return unsafe bytes.withUnsafeBytes { buffer in
      let pointers = unsafe places.map { place in
        unsafe place.flatMap { place in
          unsafe buffer.baseAddress.map {
            unsafe ($0 + place.start).assumingMemoryBound(to: CChar.self) as UnsafePointer<CChar>
          }
        }
      }
      return unsafe pointers.withUnsafeBufferPointer { values in
        unsafe lengths.withUnsafeBufferPointer { lengths in
          unsafe formats.withUnsafeBufferPointer { formats in
            unsafe body(values.baseAddress, lengths.baseAddress, formats.baseAddress)
          }
        }
      }
    }
  }
}

extension PostgresError {
  fileprivate static func outOfRange(_ number: Int64) -> PostgresError {
    PostgresError(state: "22003", message: "the number \(number) is out of range")
  }
}
