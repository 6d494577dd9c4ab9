import CommandLineSupport
import CoreImage
import Foundation

/// What is done with each frame: filters of the command line or a recipe, and the part that is taken. One frame at a
/// time.
final class FrameFilter: @unchecked Sendable {
  private enum Work {
    case nothing
    case steps(FilterSteps)
    case recipe(RecipeOverTime)
  }

  private let work: Work
  /// The part of results that is written, in the frame's plane.
  let rect: CGRect
  private let isWhole: Bool

  /// True where frames stay what they are.
  var isEmpty: Bool { if case .nothing = work { isWhole } else { false } }

  /// - Parameter size: of the frames.
  init(_ arguments: Arguments, _ chain: FilterChain, _ images: ImageInput, size: CGSize) throws {
    let frame = CGRect(origin: .zero, size: size)
    var rect = try arguments.rect()
    if let path = arguments["--recipe"] {
      guard chain.isEmpty else {
        throw CommandFailure.usage("--recipe stands in the place of -f and --kernel; put the filters into the recipe")
      }
      let recipe = try RecipeOverTime(path, images, frame: CIImage(color: .gray).cropped(to: frame))
      rect = rect ?? recipe.rect
      work = .recipe(recipe)
    } else {
      work = chain.isEmpty ? .nothing : .steps(try chain.prepared())
    }
    self.rect = rect ?? frame
    isWhole = self.rect == frame
  }

  /// The result with the lower left corner of its part at the origin.
  ///
  /// - Parameter seconds: from the start of the output.
  func image(of frame: CIImage, at seconds: Double) throws -> CIImage {
    let image =
      switch work {
      case .nothing: frame
      case .steps(let steps): try steps.image(of: frame) ?? frame
      case .recipe(let recipe): try recipe.image(at: seconds, frame: frame)
      }
    return isWhole ? image : image.transformed(by: CGAffineTransform(translationX: -rect.minX, y: -rect.minY))
  }
}
