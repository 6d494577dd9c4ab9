/// A source of an export's frames. For one thread at a time, except for `stop`.
protocol FrameSource: AnyObject, Sendable {
  /// The file whose packets are copied; nil if there is none.
  var media: MediaFile? { get }
  /// - Parameter passing: the tracks whose packets are returned without decoding.
  func open(passing tracks: [TrackFacts]) throws(AVError)
  /// Returns the next frame or packet, or nil at the end. Frames are returned in presentation order.
  func next() throws(AVError) -> DecodedItem?
  /// Stops the current operation and makes later ones fail.
  func stop()
}
