extension AVAsset {
  /// The file's metadata; empty if the file cannot be read.
  public var metadata: [AVMetadataItem] { (try? readMetadata()) ?? [] }

  /// The file's metadata with keys that are common to all file types.
  public var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

  fileprivate func readMetadata() throws(AVError) -> [AVMetadataItem] { AVMetadataItem.items(try facts().tags) }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The file's metadata.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { AVAsyncProperty { try $0.readMetadata() } }
  /// The file's metadata with keys that are common to all file types.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    AVAsyncProperty { try $0.readMetadata().filter { $0.commonKey != nil } }
  }
}
