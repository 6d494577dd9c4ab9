import CCodecs

/// An error of decoding or encoding an image file. The case indicates the remedy.
package enum CodecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are in no supported format. Check the file, or convert it.
  case notAnImage(String)
  /// The format allows it, but this library does not support it. Save the image in another variant.
  case unsupported(String)
  /// The bytes end before the image does. Fetch the file again.
  case truncated(String)
  /// The bytes contradict the format. Fetch the file again.
  case damaged(String)
  /// A limit was exceeded, before memory was allocated. Raise it in `CodecLimits` if the file is trusted.
  case limit(String, requested: UInt64, allowed: UInt64)
  /// The argument is invalid. Fix the call.
  case invalidArgument(String)
  /// The system reported an error: a missing file, a full disk, not enough memory.
  case io(String)

  package var description: String {
    switch self {
    case .notAnImage(let text): "not an image: \(text)"
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
    case Int(CC_LIMIT): self = .limit(sentence, requested: failure.requested, allowed: failure.allowed)
    case Int(CC_IO), Int(CC_NO_MEMORY): self = .io(sentence)
    default: self = .damaged(sentence)
    }
  }
}
