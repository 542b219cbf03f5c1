/// A value in a JSON text, by where it stands. Nodes are in the order of the text: after an object
/// come a name and a value for each member, after an array its elements.
struct JSONNode {
  enum Kind { case object, array, text, escapedText, number, yes, no, null }

  var kind: Kind
  /// The bytes of the value: of a text those between its quotes.
  var range: Range<Int>
  /// The index of the node after this one and everything in it.
  var next: Int
}
