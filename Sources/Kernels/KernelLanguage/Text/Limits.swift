/// The resource limits of the kernel compiler. Each limit is checked before the work that it bounds, and an error
/// reports the requested and the allowed amount.
package enum Limits {
  package static let sourceBytes = 256 << 10
  /// Tokens after macro expansion.
  package static let tokens = 200_000
  package static let macroDepth = 64
  package static let includes = 32
  /// The nesting of blocks, brackets and statements, counted at each recursion of the parser.
  package static let nesting = 128
  /// The depth of an expression tree; a sum of n terms has depth n.
  package static let expressionDepth = 256
  package static let functions = 512
  package static let parameters = 64
  package static let images = 8
  package static let arrayElements = 4096
  /// Bytes of local variables along a chain of calls.
  package static let localBytes = 64 << 10
  package static let callDepth = 32
  /// Function calls for one pixel, counting the body of each loop once.
  package static let pixelCalls = 4096
  /// Specialisations of all functions for different samplers.
  package static let functionForms = 1024
  /// Iterations of one loop.
  package static let loopIterations = 65536
  /// Iterations of all loops of a pixel.
  package static let pixelIterations = 1 << 22
  /// Characters of a name or a numeric literal.
  package static let wordLength = 256
  package static let printedBytes = 1 << 20
  package static let errors = 20
}
