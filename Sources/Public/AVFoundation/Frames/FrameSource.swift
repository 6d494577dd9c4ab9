/// Where an export's frames come from. For one thread at a time, but for `stop`.
protocol FrameSource: AnyObject, Sendable {
  /// The file whose packets are passed on; nil where there are none.
  var media: MediaFile? { get }
  /// - Parameter passing: the tracks whose packets are wanted as they are.
  func open(passing tracks: [TrackFacts]) throws(AVError)
  /// The next image or packet; nil at the end. Images come in the order of their times.
  func next() throws(AVError) -> DecodedItem?
  /// Ends what runs now, and refuses all that comes.
  func stop()
}
