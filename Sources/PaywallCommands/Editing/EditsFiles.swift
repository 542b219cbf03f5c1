import CommandSupport
import HTTPDocuments

/// A command that changes files, with the options for it.
protocol EditsFiles: AnswersInJSON {}

extension EditsFiles {
  static var answerSchema: Schema { EditCard.schema }
}
