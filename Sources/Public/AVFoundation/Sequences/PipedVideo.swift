import CoreMedia
import Foundation
import Synchronization

/// A video that comes through a descriptor, such as standard input: read once, from its start to its end.
package final class PipedVideo: AVAsset, @unchecked Sendable {
  private struct State {
    var facts: Result<AssetFacts, AVError>?
    /// Read up to the first images, until somebody takes it.
    var file: MediaFile?
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  /// - Parameters:
  ///   - descriptor: stays the caller's, who reads nothing from it.
  ///   - url: what errors name.
  package init(descriptor: Int32, named url: URL) {
    self.descriptor = descriptor
    super.init(file: url)
  }

  override func facts() throws(AVError) -> AssetFacts {
    try state.withLock { state in
      if let facts = state.facts { return facts }
      let facts = Result { () throws(AVError) in
        let file = try MediaFile(descriptor, named: source)
        try file.open()
        state.file = file
        return AssetFacts(file)
      }
      state.facts = facts
      return facts
    }.get()
  }

  override func mediaFile() throws(AVError) -> MediaFile {
    _ = try facts()
    let file = state.withLock { state in
      defer { state.file = nil }
      return state.file
    }
    guard let file else { throw AVError(.operationNotAllowed, "it is read once, and was read", url: source) }
    return file
  }
}
