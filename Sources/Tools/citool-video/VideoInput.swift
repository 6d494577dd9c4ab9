import AVFoundation
import CommandLineSupport
import CoreImage
import Foundation

/// What a video is made of: another one, or numbered images.
enum VideoInput {
  case video(AVURLAsset)
  case pipe(PipedVideo)
  case images(NumberedImages)

  /// - Parameter rate: of images, which have none by themselves.
  init(_ path: String, _ images: ImageInput, rate: RateText?) throws {
    if path == "-" {
      guard isatty(0) == 0 else { throw CommandFailure.usage("IN is standard input, and nothing is sent to it") }
      self = .pipe(PipedVideo(descriptor: 0, named: URL(fileURLWithPath: "/dev/stdin")))
      return
    }
    guard let names = FrameNames(path), !FileManager.default.fileExists(atPath: path) else {
      self = .video(AVURLAsset(url: URL(fileURLWithPath: path)))
      return
    }
    guard let rate else {
      throw CommandFailure.usage("\(path): numbered images have no times; --fps says how many a second")
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

  /// A time of a command line in the input's times.
  ///
  /// - Parameter orEnd: true where the number behind the last frame stands for the end.
  func time(_ text: TimeText, orEnd: Bool = false) throws -> CMTime {
    switch (text, self) {
    case (.seconds(let value, let scale), _): CMTime(value: value, timescale: scale)
    case (.frame(let number), .video(let asset)): try asset.time(ofFrame: number, orEnd: orEnd)
    case (.frame(let number), .pipe):
      throw CommandFailure.usage("#\(number) is asked of standard input, which is read once; give seconds")
    case (.frame(let number), .images(let images)): try images.time(ofFrame: number, orEnd: orEnd)
    }
  }
}

/// Images with numbers in their names, as a video.
struct NumberedImages: Sendable {
  let count: Int
  let rate: RateText
  let asset: ImageSequence
  private let image: @Sendable (Int) throws -> CIImage

  init(_ path: String, _ names: FrameNames, _ images: ImageInput, _ rate: RateText) throws {
    guard let (first, count) = names.found() else {
      throw CommandFailure.failed("there is no image \(names[0]), nor \(names[1]) to \(names[4])")
    }
    let image: @Sendable (Int) throws -> CIImage = { try images.image(names[first + $0], isUpright: true) }
    let extent = try image(0).extent
    (self.count, self.rate, self.image) = (count, rate, image)
    asset = ImageSequence(
      url: URL(fileURLWithPath: path), size: (Int(extent.width), Int(extent.height)),
      frameDuration: CMTime(value: Int64(rate.denominator), timescale: rate.numerator), count: count, image: image)
  }

  func time(_ number: Int) -> CMTime {
    CMTime(value: Int64(rate.denominator) * Int64(number), timescale: rate.numerator)
  }

  func time(ofFrame number: Int, orEnd: Bool) throws -> CMTime {
    guard number < count || orEnd && number == count else {
      throw CommandFailure.failed("image #\(number) is asked; there are \(count), from #0 on")
    }
    return time(number)
  }

  /// Its lower left corner is at the origin.
  func image(_ number: Int) throws -> CIImage {
    let image = try image(number)
    return image.transformed(by: CGAffineTransform(translationX: -image.extent.minX, y: -image.extent.minY))
  }
}
