import CommandLineSupport
import Foundation

/// The file of a window, watched for changes.
@MainActor final class ShownSource {
  let name: String
  private let url: URL
  /// The filters of the command line, nil for a recipe.
  private let steps: ArraySlice<String>?
  private let images: ImageInput
  private var lastStamp: Stamp?
  private var lastCheck = ContinuousClock.now

  /// The file attributes that change when a file is saved.
  private struct Stamp: Equatable {
    let seconds, nanoseconds, bytes: Int
    let node: UInt64

    /// Reads the attributes. Returns nil if there is no file: some programs remove it briefly when they save.
    init?(_ url: URL) {
      var facts = stat()
      guard stat(url.path, &facts) == 0 else { return nil }
      (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
      (bytes, node) = (Int(facts.st_size), UInt64(facts.st_ino))
    }
  }

  /// Parses the positional words of a command line: a file, and filters after it.
  init(_ words: [String], _ images: ImageInput) throws {
    guard let path = words.first, path != "-f" else { throw CommandFailure.usage("RECIPE.json or IMAGE is missing") }
    let steps = words.dropFirst()
    if let second = steps.first, second != "-f" {
      throw CommandFailure.usage("pass one RECIPE.json or IMAGE (got also \(second))")
    }
    let url = URL(fileURLWithPath: path)
    let isRecipe = url.pathExtension.lowercased() == "json"
    if isRecipe, !steps.isEmpty { throw CommandFailure.usage("-f is only for images; add the filters to the recipe") }
    (self.url, self.images) = (url, images)
    (name, self.steps) = (url.lastPathComponent, isRecipe ? nil : steps)
  }

  /// Reads the file.
  func read() throws -> LiveRecipe {
    lastStamp = Stamp(url)
    return try steps.map { try LiveRecipe(source: url.path, $0, images) } ?? LiveRecipe(file: url, images)
  }

  /// Returns true once after each save of the file. Checks at most four times per second.
  func hasChanged() -> Bool {
    let now = ContinuousClock.now
    guard now - lastCheck >= .milliseconds(250) else { return false }
    lastCheck = now
    guard let stamp = Stamp(url), stamp != lastStamp else { return false }
    lastStamp = stamp
    return true
  }
}
