import CoreImage
import Foundation
import TestContexts
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `frexp`, whose bits are the same on all engines.
@Suite struct FractionTests {
  private static let kernel = """
    extern "C" float4 parts(coreimage::sample_t s, float x) {
      int e;
      float f = frexp(x, e);
      int4 powers;
      float4 all = frexp(s, powers);
      // Distinguished by bits: an engine may flush denormals to 0 in arithmetic.
      uint bits = as_type<uint>(f);
      return float4(float(bits >> 16u), float(bits & 65535u), float(e), float(powers.r) + 1000 * all.r);
    }
    """

  static let numbers: [Float] = [
    0, -0.0, 1, -1, 0.5, 0.75, 2, 3, -4, 1e-3, 1e10, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNormalMagnitude, -.leastNormalMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    .leastNormalMagnitude.nextDown, Float(bitPattern: 0x0040_0001), Float(bitPattern: 0x8000_1234), .ulpOfOne,
  ]

  @Test(arguments: Backend.contextNames)
  func partsAreThoseOfC(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(try CIKernel.kernels(withMetalString: Self.kernel).first as? CIColorKernel)
    let color = KernelImageLoads.image([6, 0.25, 3, 1], 1, 1)
    for x in Self.numbers {
      var power: Int32 = 0
      let fraction = frexpf(x, &power)
      let image = try kernel.apply(checked: color.extent, arguments: [color, NSNumber(value: x)])
      let bits = fraction.bitPattern
      // 6 is 0.75 by 2 to the 3rd.
      let expected = SIMD4<Float>(Float(bits >> 16), Float(bits & 65535), Float(power), 3 + 750)
      #expect(try KernelImageLoads.pixel(image, 0, 0, context) == expected, "\(x)")
    }
  }

  /// For values without a fraction, the result is the value itself, with the exponent 0.
  @Test(arguments: Backend.contextNames)
  func whatIsNoNumberIsItself(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let text = """
      extern "C" float4 special(coreimage::sample_t s, float one) {
        int a, b, c;
        float plus = frexp(one * INFINITY, a);
        float minus = frexp(-one * INFINITY, b);
        float none = frexp(NAN, c);
        return float4(plus > 3e38 && isinf(plus), minus < -3e38 && isinf(minus), isnan(none), a == 0 && b == 0 && c == \
      0);
      }
      """
    let kernel = try #require(try CIKernel.kernels(withMetalString: text).first as? CIColorKernel)
    let color = KernelImageLoads.image([0, 0, 0, 1], 1, 1)
    let image = try kernel.apply(checked: color.extent, arguments: [color, 1])
    #expect(try KernelImageLoads.pixel(image, 0, 0, context) == SIMD4(repeating: 1))
  }
}
