/// Kernels as texts, one of each class and each language.
enum Texts {
  /// A colour kernel in the Core Image Kernel Language.
  static let duotone = """
    kernel vec4 duotone(__sample s, __color dark, __color light) {
      float grey = dot(s.rgb, vec3(0.2126, 0.7152, 0.0722));
      return vec4(mix(dark.rgb, light.rgb, grey) * s.a, s.a);
    }
    """

  /// A blend kernel in GLSL.
  static let average = "vec4 average(const vec4 front, const vec4 back) { return (front + back) * 0.5; }"

  /// A warp kernel in the Core Image Kernel Language.
  static let wave = """
    kernel vec2 wave(float size, float length) {
      vec2 p = destCoord();
      return vec2(p.x + size * sin(p.y / length), p.y);
    }
    """

  /// A general kernel in Metal.
  static let emboss = """
    #include <CoreImage/CoreImage.h>
    using namespace metal;
    [[stitchable]] float4 emboss(coreimage::sampler image, float strength, coreimage::destination dest) {
      float2 place = dest.coord();
      float4 pixel = image.sample(image.transform(place));
      float3 lit = image.sample(image.transform(place + float2(-1, 1))).rgb;
      float3 shaded = image.sample(image.transform(place + float2(1, -1))).rgb;
      return float4(saturate(pixel.rgb + (lit - shaded) * strength), pixel.a);
    }
    """
}
