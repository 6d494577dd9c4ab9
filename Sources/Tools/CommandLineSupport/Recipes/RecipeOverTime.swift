import CoreImage
import Foundation
import ImageGraph

/// A recipe file whose values may depend on time, and whose inputs may be the frames of a video. Not thread-safe.
package final class RecipeOverTime {
  private let text: RecipeText
  private let images: ImageInput
  private let cache = RecipeFileCache()
  /// The region that the file specifies, if any.
  package let rect: CGRect?

  /// Whether the image changes over time: a value depends on time, or an input is a frame.
  package var changes: Bool { usesFrame || !cache.timed.isEmpty }
  /// Whether an input is a frame.
  package var usesFrame: Bool { cache.usesFrame }

  /// Reads the file and checks all keyframes.
  ///
  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - frame: an image of the size of the frames. Nil without a video.
  /// - Throws: `CommandFailure` that names the key path in the file. All frames of a video use the same kernels, so a
  ///   held value that needs other kernels is an error.
  package init(_ path: String, _ images: ImageInput, frame: CIImage?) throws {
    self.images = images
    text = try RecipeText(path, images)
    let (text, cache) = (text, cache)
    rect = try located(text.name) {
      let first = RecipeTime(frame: frame)
      let recipe = try RecipeFile(text.json, folder: text.folder, images, at: first, cache)
      try Self.checkHeldValues(text, images, cache, at: first)
      return recipe.rect
    }
  }

  /// Returns the image at a time, in seconds from the start of the output.
  package func image(at time: Double, frame: CIImage? = nil) throws -> CIImage {
    try located(text.name) {
      try RecipeFile(text.json, folder: text.folder, images, at: RecipeTime(time: time, frame: frame), cache).image
    }
  }

  /// Reads the recipe once for each keyframe of each held value. Held images may contain further held values.
  private static func checkHeldValues(
    _ text: RecipeText, _ images: ImageInput, _ cache: RecipeFileCache, at moment: RecipeTime
  ) throws {
    func kernels(_ moment: RecipeTime) throws -> [String] {
      Self.kernels(
        of: try RecipeFile(text.json, folder: text.folder, images, at: moment, cache).image.node)
    }
    var visited: Set<String> = []
    var pending = [(moment, cache.timed)]
    while let (moment, values) = pending.popLast() {
      for (location, value) in values.sorted(by: { $0.key < $1.key }) where visited.insert(location).inserted {
        guard value.kind == .held else { continue }
        var first: [String]?
        for (index, time) in value.times.enumerated() {
          var keyframe = moment
          keyframe.times[location] = time
          let before = cache.timed
          let names = try kernels(keyframe)
          pending.append((keyframe, cache.timed.filter { before[$0.key] == nil }))
          guard names == first ?? names else {
            throw CommandFailure.failed(
              "\(location).keyframes[\(index)] needs other kernels than the first keyframe, but all frames of a video "
                + "use the same kernels; write a recipe for each range of the video")
          }
          first = names
        }
      }
    }
  }

  /// Returns the names of the steps of a recipe, independent of their arguments.
  private static func kernels(of node: Node) -> [String] {
    node.topological.map { step in
      switch step.op {
      case .formula(let formula, _, _): formula.name
      case .warp(let formula, _, let sampling): "\(formula.name) \(sampling)"
      case .region(let formula, _): formula.name
      case .affine(_, let sampling): "affine \(sampling)"
      case .histogram(_, let bins): "histogram \(bins)"
      case .matched(let space, _): "matched \(space.name)"
      case .sampled(let sampling): "sampled \(sampling)"
      case .empty: "empty"
      case .source: "source"
      case .crop: "crop"
      case .clamp: "clamp"
      case .intermediate: "intermediate"
      case .symbol: "symbol"
      }
    }
  }
}
