import CoreImage
import Foundation
import ImageFilters
import ImageGraph
import TestContexts
import TestSupport
import Testing

/// Core Image's built-in blends as kernels, and blend kernels of an app.
@Suite struct BlendKernelTests {
  private static let all: [CIBlendKernel] = [
    .clear, .color, .colorBurn, .colorDodge, .componentAdd, .componentMax, .componentMin, .componentMultiply, .darken,
    .darkerColor, .destination, .destinationAtop, .destinationIn, .destinationOut, .destinationOver, .difference,
    .divide, .exclusion, .exclusiveOr, .hardLight, .hardMix, .hue, .lighten, .lighterColor, .linearBurn, .linearDodge,
    .linearLight, .luminosity, .multiply, .overlay, .pinLight, .saturation, .screen, .softLight, .source, .sourceAtop,
    .sourceIn, .sourceOut, .sourceOver, .subtract, .vividLight,
  ]

  @Test func thereAreAllOfCoreImage() {
    #expect(Set(Self.all.map(\.name)).count == 41)
  }

  @Test(arguments: Backend.contextNames)
  func theyReachAsFarAsBothAndAreTheFilters(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let (front, back) = (KernelImageLoads.noise(0, 0, 12, 9), KernelImageLoads.noise(4, 3, 12, 9, seed: 2))
    let both = front.extent.union(back.extent)
    for kernel in Self.all {
      let made = try #require(kernel.apply(foreground: front, background: back))
      #expect(made.extent == both, "\(kernel.name)")
      let name = kernel.name.prefix(1).uppercased() + kernel.name.dropFirst()
      // CIMultiplyCompositing multiplies alpha too, like the kernel componentMultiply.
      let names = Set(CIFilter.filterNames(inCategory: kCICategoryCompositeOperation))
      if let filter = ["CI\(name)BlendMode", "CI\(name)Compositing"].first(where: names.contains) {
        let same = front.applyingFilter(filter, parameters: [kCIInputBackgroundImageKey: back])
        #expect(
          try KernelImageLoads.pixels(made, both, context) == KernelImageLoads.pixels(same, both, context), "\(filter)")
      }
    }
  }

  @Test(arguments: Backend.contextNames)
  func thoseThatAreNoFiltersByHand(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    func one(_ color: [Float]) -> CIImage { KernelImageLoads.image(color, 1, 1) }
    func made(_ kernel: CIBlendKernel, _ front: [Float], _ back: [Float]) throws -> SIMD4<Float> {
      try KernelImageLoads.pixel(
        #require(kernel.apply(foreground: one(front), background: one(back))), 0, 0, context)
    }
    #expect(try made(.hardMix, [0.5, 0.25, 0.75, 1], [0.5, 0.25, 0.5, 1]) == [1, 0, 1, 1])
    #expect(try made(.darkerColor, [0, 0.5, 0, 1], [0.9, 0, 0, 1]) == [0.9, 0, 0, 1])
    #expect(try made(.lighterColor, [0, 0.5, 0, 1], [0.9, 0, 0, 1]) == [0, 0.5, 0, 1])
    #expect(try made(.exclusiveOr, [0.5, 0, 0, 0.5], [0, 0.5, 0, 0.5]) == [0.25, 0.25, 0, 0.5])
    #expect(try made(.clear, [1, 1, 1, 1], [1, 1, 1, 1]) == .zero)
    #expect(try made(.destinationOver, [1, 0, 0, 1], [0, 1, 0, 1]) == [0, 1, 0, 1])
  }

  @Test(arguments: Backend.available, BlendKernels.all.map(\.name))
  func theirTwinsAgree(_ backend: Backend, _ name: String) throws {
    let formula = try #require(BlendKernels.all.first { $0.name == name })
    let node = Node.combined(
      [TestImage.scene(24, 16), TestImage.scene(24, 16).cropped(to: UserRect(x: 4, y: 3, width: 9, height: 9))],
      by: formula, extent: .union)
    let rect = UserRect(x: 0, y: 0, width: 24, height: 16)
    try expect(
      backend.render(node, rect), equals: Backend.optimizedReference.render(node, rect), within: .half)
  }

  @Test(arguments: Backend.contextNames)
  func anAppsOwnBlendIsOne(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(CIBlendKernel(source: "kernel vec4 sum(__sample f, __sample b) { return f + b; }"))
    let (front, back) = (KernelImageLoads.noise(0, 0, 12, 9), KernelImageLoads.noise(4, 3, 12, 9, seed: 2))
    let made = try #require(kernel.apply(foreground: front, background: back))
    let same = try #require(CIBlendKernel.componentAdd.apply(foreground: front, background: back))
    let both = front.extent.union(back.extent)
    #expect(try KernelImageLoads.pixels(made, both, context) == KernelImageLoads.pixels(same, both, context))
    let space = CGColorSpace(name: CGColorSpace.sRGB)!
    #expect(CIBlendKernel.multiply.apply(foreground: front, background: back, colorSpace: space)?.extent == both)
  }
}
