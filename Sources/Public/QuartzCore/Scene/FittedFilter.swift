import CoreGraphics
import CoreImage
import Foundation
import ImageFilters
import ImageGraph

/// A filter of a layer, which speaks in the layer's points, made to work on pixels.
///
/// Inputs that are lengths, places, rectangles or maps are scaled and moved; angles, counts and other numbers stay. A
/// filter that does not say what its inputs are, and those that count pixels, work on the layer at a pixel a point.
struct FittedFilter {
  private let filter: CIFilter
  /// From the pixels that there are to those that the filter works on; nil: the same.
  private let change: AffineMap?

  /// - Parameter composes: true for a filter that puts a layer over what is behind it. One that only has these two
  ///   images knows no lengths: it works on the pixels that there are, and so does one that does not say.
  init(_ filter: CIFilter, to plane: DrawingPlane, composes: Bool = false) {
    let images = [kCIInputImageKey, kCIInputBackgroundImageKey]
    if composes, filter.definition?.parameters.allSatisfy({ images.contains($0.key) }) != false {
      (self.filter, change) = (filter.ownCopy, nil)
      return
    }
    let countsPixels = filter.definition == nil || filter.definition?.name.contains("Convolution") == true
    var own = DrawingPlane(scale: countsPixels ? 1 : plane.scale)
    if !countsPixels, !plane.isMirrored { own.origin = plane.origin }
    if own.scale == plane.scale, own.origin == plane.origin, !plane.isMirrored {
      change = nil
    } else {
      change = plane.affine.map.inverse.map { $0.followed(by: own.affine.map) }
    }
    self.filter = filter.ownCopy
    guard own.affine != .identity, let definition = filter.definition else { return }
    for parameter in definition.parameters where parameter.key != kCIInputImageKey {
      guard let value = filter.value(forKey: parameter.key), let fitted = own.fitted(value, parameter) else { continue }
      self.filter.setValue(fitted, forKey: parameter.key)
    }
  }

  /// The image where the filter gives none.
  func apply(to image: Node) -> Node {
    guard filter.isEnabled, filter.inputKeys.contains(kCIInputImageKey) || filter.definition == nil else {
      return filter.isEnabled ? generated ?? image : image
    }
    filter.setValue(taken(image), forKey: kCIInputImageKey)
    guard let output = filter.outputImage?.node else { return image }
    return back(output)
  }

  /// What the filter makes of a layer and what is behind it; nil where it makes nothing of two images.
  func apply(to image: Node, over background: Node) -> Node? {
    guard filter.isEnabled, filter.inputKeys.contains(kCIInputBackgroundImageKey) else { return nil }
    filter.setValue(taken(image), forKey: kCIInputImageKey)
    filter.setValue(taken(background), forKey: kCIInputBackgroundImageKey)
    return (filter.outputImage?.node).map(back)
  }

  /// What a transition makes of two images; nil where it makes none.
  ///
  /// - Parameter progress: 0...1.
  func apply(from old: Node, to new: Node, progress: Double) -> Node? {
    let keys = filter.inputKeys
    guard filter.isEnabled, keys.contains(kCIInputImageKey), keys.contains(kCIInputTargetImageKey) else { return nil }
    filter.setValue(taken(old), forKey: kCIInputImageKey)
    filter.setValue(taken(new), forKey: kCIInputTargetImageKey)
    if keys.contains(kCIInputTimeKey) { filter.setValue(progress, forKey: kCIInputTimeKey) }
    return (filter.outputImage?.node).map(back)
  }

  /// What a filter without an input image makes.
  private var generated: Node? { (filter.outputImage?.node).map(back) }

  private func taken(_ image: Node) -> CIImage {
    CIImage(node: change.flatMap { image.transformed(by: $0) } ?? image)
  }

  private func back(_ image: Node) -> Node { change?.inverse.flatMap { image.transformed(by: $0) } ?? image }
}

extension DrawingPlane {
  /// An input in pixels; nil where it stays.
  fileprivate func fitted(_ value: Any, _ parameter: ParameterInfo) -> Any? {
    let numbers = (value as? CIVector).map { vector in (0..<vector.count).map { Double(vector.value(at: $0)) } }
    switch parameter.type {
    case .distance: return Double.reading(value).map { $0 * scale }
    case .offset: return numbers.map { vector($0.map { $0 * scale }) }
    case .position, .position3:
      guard let numbers, numbers.count >= 2 else { return nil }
      let moved = [numbers[0] * scale + origin.x, numbers[1] * scale + origin.y]
      return vector(moved + numbers.dropFirst(2).map { $0 * scale })
    case .rectangle:
      guard let numbers, numbers.count == 4 else { return nil }
      return vector([
        numbers[0] * scale + origin.x, numbers[1] * scale + origin.y, numbers[2] * scale, numbers[3] * scale,
      ])
    case .transform:
      guard let map = value as? CGAffineTransform else { return nil }
      return affine.inverted().concatenating(map).concatenating(affine)
    case .image: return (value as? CIImage)?.transformed(by: affine)
    default:
      guard parameter.unit == .pixels else { return nil }
      return Double.reading(value).map { $0 * scale } ?? numbers.map { vector($0.map { $0 * scale }) }
    }
  }

  private func vector(_ numbers: [Double]) -> CIVector {
    let values = numbers.map { CGFloat($0) }
    return CIVector(values: values, count: values.count)
  }
}
