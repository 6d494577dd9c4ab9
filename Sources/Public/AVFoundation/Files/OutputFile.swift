import CVideo
import Foundation

/// An output file, which is written under a temporary name until it is complete, or an output descriptor. For one
/// thread at a time, except for `stop`.
final class OutputFile: @unchecked Sendable {
  let url: URL
  let output: OpaquePointer
  /// The location until the file is complete; nil for a descriptor.
  private let part: URL?
  private var isComplete = false

  /// - Parameters:
  ///   - url: the file, or the URL that errors contain.
  ///   - container: FFmpeg's name of the container.
  ///   - descriptor: a descriptor to write to instead of a file; it remains the caller's.
  ///   - partialName: the name until the file is complete; nil for a unique one.
  /// - Throws: an error of the disk; no file remains then.
  init(
    _ url: URL, container: String, descriptor: Int32? = nil, partialName: String? = nil
  ) throws(AVError) {
    self.url = url
    var failure = VDFailure()
    let created: OpaquePointer?
    if let descriptor {
      part = nil
      created = vd_output_make_pipe(descriptor, container, &failure)
    } else {
      // Unique, so that two writers of one name do not write to one file.
      let random = String(UInt64.random(in: 0...UInt64.max), radix: 16)
      let part = url.deletingLastPathComponent().appending(path: partialName ?? ".\(getpid())-\(random).part")
      self.part = part
      created = vd_output_make(part.path, container, &failure)
    }
    guard let created else { throw AVError(failure, url) }
    output = created
  }

  deinit {
    vd_output_close(output)
    if !isComplete, let part { try? FileManager.default.removeItem(at: part) }
  }

  /// Ends a write that waits for the reader of a pipe, and makes later ones fail. May be called from any thread.
  func stop() { vd_output_stop(output) }

  /// Writes the header. Streams must be added before.
  ///
  /// - Parameters:
  ///   - tags: the metadata of the file.
  ///   - chapters: chapters with times from the video's start.
  ///   - startsFast: whether the index is written before the samples.
  func begin(tags: [String: String] = [:], chapters: [Chapter] = [], startsFast: Bool) throws(AVError) {
    for (key, value) in tags { vd_output_set_tag(output, key, value) }
    try add(chapters)
    var failure = VDFailure()
    guard vd_output_begin(output, startsFast, &failure) else { throw AVError(failure, url) }
  }

  /// Writes the trailer and renames the file.
  ///
  /// - Parameter replaces: whether an existing file is replaced.
  /// - Throws: an error of the disk, and an error if a file with the name exists meanwhile.
  func finish(replacing replaces: Bool = false) throws(AVError) {
    var failure = VDFailure()
    guard vd_output_finish(output, &failure), publish(replaces, &failure) else { throw AVError(failure, url) }
    isComplete = true
  }

  private func publish(_ replaces: Bool, _ failure: inout VDFailure) -> Bool {
    guard let part else { return true }
    // If the replacement is not permitted, the function below reports the reason.
    if replaces, rename(part.path, url.path) == 0 { return true }
    return vd_publish_file(part.path, url.path, &failure)
  }
}
