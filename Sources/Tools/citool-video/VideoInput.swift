import AVFoundation
import CommandLineSupport
import CoreImage
import Foundation

/// The input of `citool video`: a video, or numbered images.
enum VideoInput {
  case video(AVURLAsset)
  case pipe(PipedVideo)
  case images(NumberedImages)

  /// Opens the input.
  ///
  /// - Parameter rate: the frame rate, for numbered images.
  init(_ path: String, _ images: ImageInput, rate: RateText?) throws {
    if path == "-" {
      guard isatty(0) == 0 else { throw CommandFailure.usage("IN is standard input; redirect a file or a pipe to it") }
      self = .pipe(PipedVideo(descriptor: 0, named: URL(fileURLWithPath: "/dev/stdin")))
      return
    }
    guard let names = FrameNames(path), !FileManager.default.fileExists(atPath: path) else {
      self = .video(AVURLAsset(url: URL(fileURLWithPath: path)))
      return
    }
    guard let rate else {
      throw CommandFailure.usage("\(path): numbered images have no times; pass the frames per second as --fps")
    }
    self = .images(try NumberedImages(path, names, images, rate))
  }

  var asset: AVAsset {
    switch self {
    case .video(let asset): asset
    case .pipe(let asset): asset
    case .images(let images): images.asset
    }
  }

  /// Converts a time of the command line to a time of the input.
  ///
  /// - Parameter orEnd: whether the number after the last frame is valid, as the end.
  func time(_ text: TimeText, orEnd: Bool = false) throws -> CMTime {
    switch (text, self) {
    case (.seconds(let value, let scale), _): CMTime(value: value, timescale: scale)
    case (.frame(let number), .video(let asset)): try asset.time(ofFrame: number, orEnd: orEnd)
    case (.frame(let number), .pipe):
      throw CommandFailure.usage("#\(number): standard input has no frame numbers: it is read once; pass seconds")
    case (.frame(let number), .images(let images)): try images.time(ofFrame: number, orEnd: orEnd)
    }
  }
}

/// A sequence of images with numbers in their names, as a video.
struct NumberedImages: Sendable {
  let count: Int
  let rate: RateText
  let asset: ImageSequence
  private let image: @Sendable (Int) throws -> CIImage

  init(_ path: String, _ names: FrameNames, _ images: ImageInput, _ rate: RateText) throws {
    guard let (first, count) = names.existingRange() else {
      throw CommandFailure.failed("no image of the sequence exists, for example \(names[0])")
    }
    let image: @Sendable (Int) throws -> CIImage = { try images.image(names[first + $0], isUpright: true) }
    let extent = try image(0).extent
    (self.count, self.rate, self.image) = (count, rate, image)
    asset = ImageSequence(
      url: URL(fileURLWithPath: path), size: (Int(extent.width), Int(extent.height)),
      frameDuration: CMTime(value: Int64(rate.denominator), timescale: rate.numerator), count: count, image: image)
  }

  /// Returns the time of an image.
  func time(_ number: Int) -> CMTime {
    CMTime(value: Int64(rate.denominator) * Int64(number), timescale: rate.numerator)
  }

  /// Returns the time of an image, or of the end.
  ///
  /// - Throws: `CommandFailure` for a number that is too large.
  func time(ofFrame number: Int, orEnd: Bool) throws -> CMTime {
    guard number < count || orEnd && number == count else {
      throw CommandFailure.failed("image #\(number) does not exist; there are \(count) images, from #0")
    }
    return time(number)
  }

  /// Reads an image, and moves its lower left corner to the origin.
  func image(_ number: Int) throws -> CIImage {
    let image = try image(number)
    return image.transformed(by: CGAffineTransform(translationX: -image.extent.minX, y: -image.extent.minY))
  }
}
