import CVideo
import Foundation

/// A film that is written: under another name, until it is whole. For one thread at a time.
final class OutputFile {
  let url: URL
  let output: OpaquePointer
  /// Where it is until it is whole.
  private let part: URL
  private var isPlaced = false

  /// - Parameter container: FFmpeg's name.
  /// - Throws: what the disk refuses; nothing is left then.
  init(_ url: URL, container: String) throws(AVError) {
    self.url = url
    part = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).part")
    var failure = VDFailure()
    guard let output = vd_output_make(part.path, container, &failure) else { throw AVError(failure, url) }
    self.output = output
  }

  deinit {
    vd_output_close(output)
    if !isPlaced { try? FileManager.default.removeItem(at: part) }
  }

  /// Writes the end and gives the file its name.
  ///
  /// - Parameter replaces: true to take the place of a file that has the name.
  /// - Throws: what the disk refuses, and where something else has the name by now.
  func finish(replacing replaces: Bool = false) throws(AVError) {
    var failure = VDFailure()
    guard vd_output_finish(output, &failure), place(replaces, &failure) else { throw AVError(failure, url) }
    isPlaced = true
  }

  private func place(_ replaces: Bool, _ failure: inout VDFailure) -> Bool {
    // Where that is not allowed, the other way says why.
    if replaces, rename(part.path, url.path) == 0 { return true }
    return vd_place_file(part.path, url.path, &failure)
  }
}
