/// Why Apple refuses a change of retention messages, by the code of its API.
package enum MessagingRefusal: Int, Error, CaseIterable, Sendable {
  case invalidImage = 4_000_161
  case headerTooLong = 4_000_162
  case bodyTooLong = 4_000_163
  case invalidLocale = 4_000_164
  case altTextTooLong = 4_000_175
  case invalidURL = 4_000_215
  case wrongImageSize = 4_000_216
  case tooManyBulletPoints = 4_000_218
  case bulletPointTooLong = 4_000_219
  case nothingBelowHeader = 4_000_224
  case tooManyImages = 4_030_014
  case tooManyMessages = 4_030_016
  case messageNotApproved = 4_030_017
  case imageNotApproved = 4_030_018
  case imageInUse = 4_030_019
  case noPassedTest = 4_030_026
  case imageNotFound = 4_040_014
  case messageNotFound = 4_040_015
  case defaultNotFound = 4_040_020
  case urlNotFound = 4_040_021
  case imageExists = 4_090_000
  case messageExists = 4_090_001
}
