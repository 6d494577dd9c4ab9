import CommandLineSupport
import Foundation

/// The file that a window shows, which may change while it does.
@MainActor final class ShownSource {
  let name: String
  private let url: URL
  /// Filters of the command line; nil for a recipe.
  private let steps: ArraySlice<String>?
  private let images: ImageInput
  private var seen: Stamp?
  private var looked = ContinuousClock.now

  /// What changes when a file is saved.
  private struct Stamp: Equatable {
    let seconds, nanoseconds, bytes: Int
    let node: UInt64

    /// Nil where there is no file, as for a moment while some programs save.
    init?(_ url: URL) {
      var facts = stat()
      guard stat(url.path, &facts) == 0 else { return nil }
      (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
      (bytes, node) = (Int(facts.st_size), UInt64(facts.st_ino))
    }
  }

  /// - Parameter words: of the command line: a file, and filters behind it.
  init(_ words: [String], _ images: ImageInput) throws {
    guard let path = words.first, path != "-f" else { throw CommandFailure.usage("RECIPE.json or IMAGE is missing") }
    let steps = words.dropFirst()
    if let second = steps.first, second != "-f" {
      throw CommandFailure.usage("one RECIPE.json or IMAGE is wanted, not \(second), too")
    }
    let url = URL(fileURLWithPath: path)
    let isRecipe = url.pathExtension.lowercased() == "json"
    if isRecipe, !steps.isEmpty { throw CommandFailure.usage("filters stand in the recipe; -f is for images") }
    (self.url, self.images) = (url, images)
    (name, self.steps) = (url.lastPathComponent, isRecipe ? nil : steps)
  }

  func read() throws -> LiveRecipe {
    seen = Stamp(url)
    return try steps.map { try LiveRecipe(source: url.path, $0, images) } ?? LiveRecipe(file: url, images)
  }

  /// True once after the file was saved; looks four times a second.
  func hasChanged() -> Bool {
    let now = ContinuousClock.now
    guard now - looked >= .milliseconds(250) else { return false }
    looked = now
    guard let stamp = Stamp(url), stamp != seen else { return false }
    seen = stamp
    return true
  }
}
