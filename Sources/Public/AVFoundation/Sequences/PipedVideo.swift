import CoreMedia
import Foundation
import Synchronization

/// A video that is read from a descriptor, such as standard input. It can be read once, from start to end.
package final class PipedVideo: AVAsset, @unchecked Sendable {
  private struct State {
    var facts: Result<AssetFacts, AVError>?
    /// The input, read up to the first frames, until `mediaFile` returns it.
    var file: MediaFile?
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  /// - Parameters:
  ///   - descriptor: remains the caller's, who must not read from it.
  ///   - url: the URL that errors contain.
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
    guard let file else {
      throw AVError(.operationNotAllowed, "a pipe can be read only once; copy it to a file", url: source)
    }
    return file
  }
}
