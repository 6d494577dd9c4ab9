import CoreImage

/// Four kernels in each language: a color kernel, a blend kernel, a warp kernel, and a general kernel that reads
/// adjacent pixels.
enum Texts {
  static let all: [(language: CIKernelLanguage, text: String)] = [
    (.coreImage, coreImage), (.metal, metal), (.glsl, glsl),
  ]

  private static let coreImage = """
    kernel vec4 duotone(__sample s, __color dark, __color light) {
      float grey = dot(s.rgb, vec3(0.2126, 0.7152, 0.0722));
      return vec4(mix(dark.rgb, light.rgb, grey) * s.a, s.a);
    }
    kernel vec4 average(__sample front, __sample back) { return (front + back) * 0.5; }
    kernel vec2 wave(float size, float length) {
      vec2 p = destCoord();
      return vec2(p.x + size * sin(p.y / length), p.y);
    }
    kernel vec4 emboss(sampler image, float strength) {
      vec2 p = destCoord();
      vec4 pixel = sample(image, samplerTransform(image, p));
      vec3 lit = sample(image, samplerTransform(image, p + vec2(-1.0, 1.0))).rgb;
      vec3 shaded = sample(image, samplerTransform(image, p + vec2(1.0, -1.0))).rgb;
      return vec4(clamp(pixel.rgb + (lit - shaded) * strength, 0.0, 1.0), pixel.a);
    }
    """

  private static let metal = """
    #include <CoreImage/CoreImage.h>
    using namespace metal;
    extern "C" float4 duotone(coreimage::sample_t s, float4 dark, float4 light) {
      float grey = dot(s.rgb, float3(0.2126, 0.7152, 0.0722));
      return float4(mix(dark.rgb, light.rgb, grey) * s.a, s.a);
    }
    extern "C" float4 average(coreimage::sample_t front, coreimage::sample_t back) { return (front + back) * 0.5; }
    extern "C" float2 wave(float size, float length, coreimage::destination dest) {
      float2 p = dest.coord();
      return float2(p.x + size * sin(p.y / length), p.y);
    }
    [[stitchable]] float4 emboss(coreimage::sampler image, float strength, coreimage::destination dest) {
      float2 p = dest.coord();
      float4 pixel = image.sample(image.transform(p));
      float3 lit = image.sample(image.transform(p + float2(-1, 1))).rgb;
      float3 shaded = image.sample(image.transform(p + float2(1, -1))).rgb;
      return float4(saturate(pixel.rgb + (lit - shaded) * strength), pixel.a);
    }
    """

  private static let glsl = """
    // inputs: 1
    vec4 duotone(const vec4 color, const vec4 dark, const vec4 light) {
      float grey = dot(color.rgb, vec3(0.2126, 0.7152, 0.0722));
      return vec4(mix(dark.rgb, light.rgb, grey) * color.a, color.a);
    }
    vec4 average(const vec4 front, const vec4 back) { return (front + back) * 0.5; }
    vec2 wave(const vec2 at, const float size, const float length) {
      return vec2(at.x + size * sin(at.y / length), at.y);
    }
    vec4 emboss(const vec2 at, const float strength) {
      vec4 pixel = read0(at);
      vec3 lit = read0(at + vec2(-1.0, 1.0)).rgb;
      vec3 shaded = read0(at + vec2(1.0, -1.0)).rgb;
      return vec4(clamp(pixel.rgb + (lit - shaded) * strength, 0.0, 1.0), pixel.a);
    }
    """
}
