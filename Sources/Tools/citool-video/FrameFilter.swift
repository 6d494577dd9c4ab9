import CommandLineSupport
import CoreImage
import Foundation

/// The processing of a frame: filters of the command line or a recipe, and the region of the result. Not thread-safe.
final class FrameFilter: @unchecked Sendable {
  private enum Work {
    case nothing
    case steps(FilterSteps)
    case recipe(RecipeOverTime)
  }

  private let work: Work
  /// The region of the results that is written, in the coordinates of the frame.
  let rect: CGRect
  private let isWhole: Bool

  /// Whether frames stay unchanged.
  var isEmpty: Bool { if case .nothing = work { isWhole } else { false } }

  /// Creates the filters, or reads the recipe.
  ///
  /// - Parameter size: the size of the frames.
  init(_ arguments: Arguments, _ chain: FilterChain, _ images: ImageInput, size: CGSize) throws {
    let frame = CGRect(origin: .zero, size: size)
    var rect = try arguments.rect()
    if let path = arguments["--recipe"] {
      guard chain.isEmpty else {
        throw CommandFailure.usage("--recipe cannot be combined with -f and --kernel; add the filters to the recipe")
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

  /// Returns the result for a frame, with the lower left corner of the region at the origin.
  ///
  /// - Parameter seconds: the time from the start of the output.
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
