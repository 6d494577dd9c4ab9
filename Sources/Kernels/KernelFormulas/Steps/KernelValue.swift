import Foundation
import ImageGraph

/// An image argument of a kernel.
package struct KernelImage: Sendable {
  package var node: Node
  /// Whether it is sampled without interpolation.
  package var isNearest: Bool
  /// The transform from the sampler's space to working space; nil for the identity.
  package var map: AffineMap?
  /// The extent that the kernel reads, in working space.
  package var extent: Extent

  /// - Parameter extent: the extent of the image, in its own space; nil for the extent of the node.
  package init(_ node: Node, isNearest: Bool = false, map: AffineMap? = nil, extent: Extent? = nil) {
    (self.node, self.isNearest, self.map) = (node, isNearest, map)
    let own = extent ?? node.extent
    self.extent = map.map { map in own.map { map.apply($0) } } ?? own
  }
}

/// An argument of a kernel, validated by the caller.
package enum KernelValue: Sendable {
  case image(KernelImage)
  /// As many numbers as the parameter has components.
  case numbers([Double])
  /// Red, green, blue and alpha in sRGB, not premultiplied.
  case color(SIMD4<Double>)
  case data(Data)
}
