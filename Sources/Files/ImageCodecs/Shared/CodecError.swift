import CCodecs

/// Why an image was not read or written. The case says who can do something about it.
package enum CodecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are in no format that is known here. Check the file, or convert it.
  case notAImage(String)
  /// The format allows it, this library does not. Save the image in another variant.
  case unsupported(String)
  /// The bytes end before the image does. Fetch the file again.
  case truncated(String)
  /// The bytes contradict the format. Fetch the file again.
  case damaged(String)
  /// A stated limit was passed, before memory was taken. Raise it in `CodecLimits` if the file is to be trusted.
  case limit(String, requested: UInt64, allowed: UInt64)
  /// The caller asked for something that has no meaning. Fix the call.
  case invalidArgument(String)
  /// The system refused: a file is missing, a disk is full, memory is out.
  case io(String)

  package var description: String {
    switch self {
    case .notAImage(let text): "not an image: \(text)"
    case .unsupported(let text): "unsupported: \(text)"
    case .truncated(let text): "truncated: \(text)"
    case .damaged(let text): "damaged: \(text)"
    case .limit(let what, let requested, let allowed): "\(what): requested \(requested), allowed \(allowed)"
    case .invalidArgument(let text): "invalid argument: \(text)"
    case .io(let text): text
    }
  }

  init(_ failure: cc_failure, _ subject: String) {
    let text = withUnsafePointer(to: failure) { String(cString: cc_failure_text($0)) }
    let sentence = "\(subject): \(text)"
    switch Int(failure.status) {
    case Int(CC_TRUNCATED): self = .truncated(sentence)
    case Int(CC_UNSUPPORTED): self = .unsupported(sentence)
    case Int(CC_LIMIT): self = .limit(sentence, requested: failure.asked, allowed: failure.allowed)
    case Int(CC_IO), Int(CC_NO_MEMORY): self = .io(sentence)
    default: self = .damaged(sentence)
    }
  }
}
