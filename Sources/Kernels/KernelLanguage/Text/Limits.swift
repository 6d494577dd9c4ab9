/// How much a kernel text may ask of the translator. Every limit is looked at before work grows, and each is an error
/// that says what was asked and what is allowed.
package enum Limits {
  package static let sourceBytes = 256 << 10
  /// After macros have been replaced.
  package static let tokens = 200_000
  package static let macroDepth = 64
  package static let includes = 32
  /// Of blocks, brackets and statements, each counted where the parser calls itself.
  package static let nesting = 128
  /// How many operations deep an expression may be; a sum of so many terms is as deep.
  package static let expressionDepth = 256
  package static let functions = 512
  package static let parameters = 64
  package static let images = 8
  package static let arrayElements = 4096
  /// Bytes of local variables of one chain of calls.
  package static let localBytes = 64 << 10
  package static let callDepth = 32
  /// Calls of functions for one pixel, every loop run once.
  package static let pixelCalls = 4096
  /// Of one function for different samplers, all functions together.
  package static let functionForms = 1024
  /// Rounds of one loop.
  package static let loopRounds = 65536
  /// Rounds of all loops of a pixel.
  package static let pixelRounds = 1 << 22
  /// Characters of a name or a number.
  package static let wordLength = 256
  package static let printedBytes = 1 << 20
  package static let errors = 20
}
