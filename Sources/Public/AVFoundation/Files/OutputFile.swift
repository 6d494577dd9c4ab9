import CVideo
import Foundation

/// A video that is written: a file under another name until it is whole, or a descriptor. For one thread at a time, but
/// for `stop`.
final class OutputFile: @unchecked Sendable {
  let url: URL
  let output: OpaquePointer
  /// Where it is until it is whole; nil: it is no file.
  private let part: URL?
  private var isPlaced = false

  /// - Parameters:
  ///   - url: the file, or what errors name.
  ///   - container: FFmpeg's name.
  ///   - descriptor: what is written in place of a file; it stays the caller's.
  /// - Throws: what the disk refuses; nothing is left then.
  init(_ url: URL, container: String, descriptor: Int32? = nil) throws(AVError) {
    self.url = url
    var failure = VDFailure()
    let made: OpaquePointer?
    if let descriptor {
      part = nil
      made = vd_output_make_pipe(descriptor, container, &failure)
    } else {
      let part = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).part")
      self.part = part
      made = vd_output_make(part.path, container, &failure)
    }
    guard let made else { throw AVError(failure, url) }
    output = made
  }

  deinit {
    vd_output_close(output)
    if !isPlaced, let part { try? FileManager.default.removeItem(at: part) }
  }

  /// Ends a write that waits for who reads a descriptor, and refuses all that come. From any thread.
  func stop() { vd_output_stop(output) }

  /// Writes the header, behind which no stream is added.
  ///
  /// - Parameters:
  ///   - tags: what the file says of itself.
  ///   - chapters: from the video's start on.
  ///   - startsFast: true to put what players need first in front.
  func begin(tags: [String: String] = [:], chapters: [Chapter] = [], startsFast: Bool) throws(AVError) {
    for (key, value) in tags { vd_output_set_tag(output, key, value) }
    try add(chapters)
    var failure = VDFailure()
    guard vd_output_begin(output, startsFast, &failure) else { throw AVError(failure, url) }
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
    guard let part else { return true }
    // Where that is not allowed, the other way says why.
    if replaces, rename(part.path, url.path) == 0 { return true }
    return vd_place_file(part.path, url.path, &failure)
  }
}
