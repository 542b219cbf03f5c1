import CLibYAML

/// An event of libyaml. Places count Unicode scalars from the start.
struct Event {
  var kind: Kind
  var start: Int
  var end: Int

  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias(String)
    case scalar(Node.Scalar, Properties)
    case sequenceStart(Node.Layout, Properties)
    case mappingStart(Node.Layout, Properties)
    case sequenceEnd, mappingEnd
  }

  /// An anchor (`&name`) or a tag (`!name`) before a value.
  struct Properties {
    var anchor: String?
    var tag: String?
  }
}

/// Why libyaml cannot continue, in its words.
struct SyntaxProblem: Error {
  var message: String
  /// The context of the problem, such as `while scanning a simple key`; may be empty.
  var context = ""
  /// The place at which reading stopped.
  var place: Place
  /// The start of the context, in Unicode scalars.
  var contextPlace: Int?

  /// libyaml's scanner counts Unicode scalars, its reader bytes.
  enum Place {
    case scalars(Int)
    case bytes(Int)
  }
}

/// Reads events from libyaml. Only this class uses its structures.
@safe final class EventReader {
  // libyaml keeps pointers into the parser and the input, so both must not move.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>

  /// The text begins after a byte order mark, which libyaml would count, unlike editors.
  init(_ text: Substring.UTF8View) throws(SyntaxProblem) {
    unsafe parser = .allocate(capacity: 1)
    unsafe input = .allocate(capacity: max(1, text.count))
    _ = unsafe input.initialize(from: text)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.initialize(to: yaml_parser_t())
      throw SyntaxProblem(message: "out of memory", place: .bytes(0))
    }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, text.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  func next() throws(SyntaxProblem) -> Event {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw problem() }
    defer { unsafe yaml_event_delete(&event) }
    return unsafe Event(
      kind: kind(of: event), start: event.start_mark.index, end: event.end_mark.index)
  }

  private func problem() -> SyntaxProblem {
    let parser = unsafe parser.pointee
    let message = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "unreadable text"
    if unsafe parser.error == YAML_READER_ERROR {
      return unsafe SyntaxProblem(message: message, place: .bytes(parser.problem_offset))
    }
    let context = unsafe parser.context.map { unsafe String(cString: $0) }
    return unsafe SyntaxProblem(
      message: message, context: context ?? "", place: .scalars(parser.problem_mark.index),
      contextPlace: context == nil ? nil : parser.context_mark.index)
  }

  private func kind(of event: yaml_event_t) -> Event.Kind {
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: return .streamStart
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_ALIAS_EVENT:
      return .alias(unsafe text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return unsafe .scalar(
        Node.Scalar(String(decoding: bytes, as: UTF8.self), style: style(of: scalar.style)),
        Event.Properties(anchor: text(scalar.anchor), tag: text(scalar.tag)))
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      return unsafe .sequenceStart(
        start.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block,
        Event.Properties(anchor: text(start.anchor), tag: text(start.tag)))
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      return unsafe .mappingStart(
        start.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block,
        Event.Properties(anchor: text(start.anchor), tag: text(start.tag)))
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    default: return .streamEnd
    }
  }

  private func style(of style: yaml_scalar_style_t) -> Node.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }
}
