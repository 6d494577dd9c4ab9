/// The sizes of buffers.
package enum BufferSize {
  /// The bytes after the end of every buffer. They avoid the sizes of views and buffers for which lavapipe compiles a
  /// kernel again (views with only zeros in bits 8 to 15 of the size, buffers of a power of two).
  package static let slack = 272

  /// Rounds up to a multiple of an eighth of the power of two below the size, and of 4 KiB. At most an eighth is
  /// wasted.
  package static func rounded(_ byteCount: Int) -> Int {
    let floor = 4096
    guard byteCount > floor else { return floor }
    let octave = 1 << (Int.bitWidth - 1 - (byteCount - 1).leadingZeroBitCount)
    let step = max(octave / 8, floor)
    return byteCount.plus(step - 1) / step * step
  }
}
