import CoreImage
import Foundation
import ImageGraph

/// A recipe file whose values may depend on time, and whose inputs may be the frames of a video. For one thread at a
/// time.
package final class RecipeOverTime {
  private let text: RecipeText
  private let images: ImageInput
  private let memory = RecipeMemory()
  /// What the file says is to be rendered.
  package let rect: CGRect?

  /// True where a value depends on time, or an input is a frame.
  package var changes: Bool { usesFrame || !memory.timed.isEmpty }
  /// True where an input is a frame.
  package var usesFrame: Bool { memory.usesFrame }

  /// Reads the file and looks at all keyframes.
  ///
  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - frame: of the size of those that come; nil where there is no video.
  /// - Throws: `CommandFailure` with the place in the file: what is wrong there, or a value that is held and would have other
  ///   kernels run, since all frames of a video go through the same ones.
  package init(_ path: String, _ images: ImageInput, frame: CIImage?) throws {
    self.images = images
    text = try RecipeText(path, images)
    let (text, memory) = (text, memory)
    rect = try located(text.name) {
      let first = RecipeTime(frame: frame)
      let recipe = try RecipeFile(text.json, folder: text.folder, images, at: first, memory)
      try Self.checkHeldValues(text, images, memory, at: first)
      return recipe.rect
    }
  }

  /// The image at a time, in seconds from the start of the output.
  package func image(at time: Double, frame: CIImage? = nil) throws -> CIImage {
    try located(text.name) {
      try RecipeFile(text.json, folder: text.folder, images, at: RecipeTime(time: time, frame: frame), memory).image
    }
  }

  /// Reads the recipe with each value of each held one. Images among them may have such values, too.
  private static func checkHeldValues(
    _ text: RecipeText, _ images: ImageInput, _ memory: RecipeMemory, at moment: RecipeTime
  ) throws {
    func kernels(_ moment: RecipeTime) throws -> [String] {
      Self.kernels(
        of: try RecipeFile(text.json, folder: text.folder, images, at: moment, memory).image.node)
    }
    var known: Set<String> = []
    var open = [(moment, memory.timed)]
    while let (moment, values) = open.popLast() {
      for (place, value) in values.sorted(by: { $0.key < $1.key }) where known.insert(place).inserted {
        guard value.kind == .held else { continue }
        var first: [String]?
        for (index, time) in value.times.enumerated() {
          var here = moment
          here.times[place] = time
          let before = memory.timed
          let found = try kernels(here)
          open.append((here, memory.timed.filter { before[$0.key] == nil }))
          guard found == first ?? found else {
            throw CommandFailure.failed(
              "\(place).keyframes[\(index)]: this value needs other kernels than that of the first keyframe, and all "
                + "frames of a video go through the same ones; make a recipe for each part of the video")
          }
          first = found
        }
      }
    }
  }

  /// What runs for a recipe, whatever its numbers are.
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
