extension AVAsset {
  /// All that the file says of itself; nothing where it cannot be read.
  public var metadata: [AVMetadataItem] { (try? readMetadata()) ?? [] }

  /// What of that all kinds of files have.
  public var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

  fileprivate func readMetadata() throws(AVError) -> [AVMetadataItem] { AVMetadataItem.items(try facts().tags) }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// All that the file says of itself.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { AVAsyncProperty { try $0.readMetadata() } }
  /// What of that all kinds of files have.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    AVAsyncProperty { try $0.readMetadata().filter { $0.commonKey != nil } }
  }
}
