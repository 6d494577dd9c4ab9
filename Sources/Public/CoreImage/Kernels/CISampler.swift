// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Keys are Core Image's.

import CoreGraphics
import Foundation
import ImageGraph
import KernelFormulas

/// Key of a sampler's map, from its own space to the working space: six numbers a b c d tx ty, or a
/// `CGAffineTransform`.
public let kCISamplerAffineMatrix = "kCISamplerAffineMatrix"
/// Key of what lies beyond the image: `kCISamplerWrapBlack` or `kCISamplerWrapClamp`.
public let kCISamplerWrapMode = "kCISamplerWrapMode"
/// Key of how pixels are read: `kCISamplerFilterLinear` or `kCISamplerFilterNearest`.
public let kCISamplerFilterMode = "kCISamplerFilterMode"
/// Key of a colour space whose numbers the kernel gets, in place of the working space's.
public let kCISamplerColorSpace = "kCISamplerColorSpace"
/// Transparent black beyond the image.
public let kCISamplerWrapBlack = "kCISamplerWrapBlack"
/// The edge's pixels beyond the image.
public let kCISamplerWrapClamp = "kCISamplerWrapClamp"
/// The pixel that holds the point.
public let kCISamplerFilterNearest = "kCISamplerFilterNearest"
/// The mean of four pixels by distance.
public let kCISamplerFilterLinear = "kCISamplerFilterLinear"

/// An image with how a kernel reads it. Immutable; may be used from any thread.
public final class CISampler: NSObject, Sendable {
  private let image: CIImage
  private let map: AffineMap?
  private let isNearest: Bool
  private let clamps: Bool
  private let space: CGColorSpace?

  /// The image as it is: bilinear, or as `samplingNearest()` says; clear beyond its extent.
  public convenience init(image im: CIImage) { self.init(image: im, options: nil) }

  /// The image, read as options say. Options that are not understood are a line in the log.
  public init(image im: CIImage, options dict: [AnyHashable: Any]? = nil) {
    image = im
    var map: AffineMap?
    var isNearest = im.node.sampling == .nearest
    var (clamps, space): (Bool, CGColorSpace?) = (false, nil)
    for (key, value) in dict ?? [:] {
      switch (key as? String, value) {
      case (kCISamplerAffineMatrix, _) where affineMap(value) != nil: map = affineMap(value)
      case (kCISamplerWrapMode, let mode as String) where mode == kCISamplerWrapClamp: clamps = true
      case (kCISamplerWrapMode, let mode as String) where mode == kCISamplerWrapBlack: clamps = false
      case (kCISamplerFilterMode, let mode as String) where mode == kCISamplerFilterNearest: isNearest = true
      case (kCISamplerFilterMode, let mode as String) where mode == kCISamplerFilterLinear: isNearest = false
      case (kCISamplerColorSpace, let given as CGColorSpace): space = given
      default:
        RenderLog.process.note("CISampler: \(key) = \(classAndValue(value)) has no effect")
      }
    }
    self.map = map == .identity ? nil : map
    (self.isNearest, self.clamps, self.space) = (isNearest, clamps, space)
  }

  /// Where the image has pixels, in the working space.
  public var extent: CGRect { CGRect(map.map { map in image.node.extent.map { map.apply($0) } } ?? image.node.extent) }

  /// The same as a shape.
  public var definition: CIFilterShape { CIFilterShape(rect: extent) }

  /// With colours and what lies beyond as the options say.
  private var prepared: Node {
    let matched = space.flatMap(image.matchedFromWorkingSpace(to:)) ?? image
    return clamps ? matched.node.clampedToExtent : matched.node
  }

  /// For a kernel that reads points.
  var points: KernelImage { KernelImage(prepared, isNearest: isNearest, map: map, extent: image.node.extent) }

  /// For a kernel that gets the pixel at its own place.
  var ownPixels: KernelImage {
    guard let map else { return KernelImage(prepared) }
    return KernelImage(prepared.sampled(isNearest ? .nearest : .linear).transformed(by: map) ?? .empty)
  }

  /// For a kernel that looks numbers up: as they are stored, not matched and not moved.
  var table: KernelImage {
    let stored = space == nil ? image.colorSpace.flatMap(image.matchedFromWorkingSpace(to:)) ?? image : image
    return KernelImage(
      clamps ? stored.node.clampedToExtent : stored.node, isNearest: isNearest, extent: image.node.extent)
  }
}

/// Six numbers as a map that has a way back; nil for anything else.
private func affineMap(_ value: Any) -> AffineMap? {
  let map: AffineMap
  switch value {
  case let matrix as CGAffineTransform: map = matrix.map
  case let vector as CIVector where vector.count == 6: map = vector.cgAffineTransformValue.map
  case let list as [Any]:
    let n = list.compactMap { number(from: $0) }
    guard n.count == 6, list.count == 6 else { return nil }
    map = AffineMap(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  default: return nil
  }
  return map.inverse == nil ? nil : map
}
