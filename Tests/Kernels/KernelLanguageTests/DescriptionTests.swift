import KernelLanguage
import Testing

@Suite struct DescriptionTests {
  private func only(_ text: String, _ language: Language = .coreImage) throws -> Kernel {
    let kernel = try #require(try kernels(text, language).first)
    Shader.check(kernel)
    return kernel
  }

  @Test func classesFollowWhatIsTakenAndReturned() throws {
    #expect(try only("kernel vec4 f(__sample a) { return a; }").kernelClass == .color)
    #expect(try only("kernel vec4 f(__sample a, __sample b) { return a + b; }").kernelClass == .blend)
    #expect(try only("kernel vec4 f(__sample a, __sample b, float t) { return a * t + b; }").kernelClass == .color)
    #expect(try only("kernel vec2 f() { return destCoord(); }").kernelClass == .warp)
    #expect(try only("kernel vec4 f(sampler s) { return sample(s, destCoord() * 2.0); }").kernelClass == .general)
    #expect(try only("kernel vec4 f() { return vec4(destCoord(), 0.0, 1.0); }").kernelClass == .color)
  }

  @Test func aGeneralKernelThatReadsItsOwnPlaceIsAColourFormula() throws {
    let kernel = try only(
      "kernel vec4 f(sampler a, sampler b) { return sample(a, samplerCoord(a)) + sample(b, samplerTransform(b, "
        + "destCoord())); }"
    )
    #expect(kernel.kernelClass == .general)
    #expect(kernel.form == .color(inputs: 2))
    #expect(kernel.slots == [.pixel(image: 0), .pixel(image: 1)])
    #expect(kernel.glsl.contains("ci_pixel0 + ci_pixel1"))
    // A variable that is assigned once may hold the position.
    let named = try only(
      "kernel vec4 f(sampler a) { vec2 p = samplerTransform(a, destCoord()); return sample(a, p) * p.x; }")
    #expect(named.form == .color(inputs: 1))
    #expect(named.slots == [.pixel(image: 0), .position])
  }

  @Test func samplesBesideSamplersAreReadAtTheirPlace() throws {
    let kernel = try only("kernel vec4 f(sampler a, __sample b) { return sample(a, destCoord() + b.rg); }")
    #expect(kernel.form == .region(inputs: 2))
    #expect(kernel.glsl.contains("vec4 v0_b = read1(ci_at);"))
    #expect(kernel.needs.images == [.points, .ownPixel])
  }

  @Test func extentsAndTransformsAreHiddenArguments() throws {
    let text =
      "kernel vec4 f(sampler a, float k) { return sample(a, samplerTransform(a, samplerOrigin(a) + samplerSize(a) * "
      + "k)); }"
    let kernel = try only(text)
    #expect(kernel.slots == [.position, .argument(parameter: 1, component: nil, kind: .float), .extent(image: 0)])
    #expect(kernel.needs.images[0].isSuperset(of: [.points, .extent, .transform]))
    let options = PrintOptions(transformed: [0])
    let moved = try KernelCompiler(.coreImage, options: options).compile(text).kernels[0]
    Shader.check(moved)
    #expect(moved.slots.suffix(2) == [.transformX(image: 0), .transformY(image: 0)])
    #expect(moved.glsl.contains("read0((vec3("))
  }

  @Test func helpersThatTakeSamplersArePrintedForEach() throws {
    let kernel = try only(
      """
      vec4 twice(sampler s, vec2 p) { return sample(s, p) + sample(s, p + destCoord()) + vec4(samplerSize(s), 0.0, \
      0.0); }
      kernel vec4 f(sampler a, sampler b) { return twice(a, vec2(1.0)) + twice(b, vec2(2.0)) + twice(a, vec2(3.0)); }
      """)
    #expect(kernel.glsl.contains("h0_twice_on0(vec2(1.0), ci_at, ci_extent0)"))
    #expect(kernel.glsl.contains("h0_twice_on1(vec2(2.0), ci_at, ci_extent1)"))
    #expect(kernel.glsl.components(of: "vec4 h0_twice_on0(") == 1)
  }

  @Test func integersAndBooleansArriveAsInts() throws {
    let kernel = try only(
      "[[stitchable]] float4 f(int a, uint b, bool c, int2 d, uint3 e) { return c ? float(a) + b + d.y : e.z; }", .metal
    )
    #expect(kernel.slots.map(\.kind) == [.vec2] + Array(repeating: .int, count: 8))
    #expect(kernel.glsl.contains("bool v2_c = a2_c != 0;"))
    #expect(kernel.glsl.contains("uvec3 v4_e = uvec3(a4_e_0, a4_e_1, a4_e_2);"))
  }

  @Test func dataHasTheLayoutOfMetal() throws {
    let kernel = try only(
      """
      struct Item { float3 place; int count; half2 sizes; packed_float3 packed; bool flag; };
      extern "C" float4 f(constant Item *items, int n) {
        return float4(items[n].place, items[n].count) * items[n].sizes.x + items->packed.z * (items[1].flag ? 1 : 2);
      }
      """, .metal)
    guard case .data(let layout) = kernel.parameters[0].type else {
      Issue.record("no data: \(kernel.parameters)")
      return
    }
    #expect(layout.stride == 48)
    #expect(layout.components.map(\.offset) == [0, 4, 8, 16, 20, 22, 24, 28, 32, 36])
    #expect(kernel.form == .region(inputs: 1))
    #expect(kernel.slots.last == .elementCount(parameter: 0))
  }

  @Test func aReferenceToDataIsItsFirstElement() throws {
    let kernel = try only(
      """
      struct Item { float gain; float table[4]; };
      float at(constant Item &item, int i) { return item.table[i]; }
      extern "C" float4 f(coreimage::sample_t s, constant Item &item, int n) { return s * item.gain * item.table[n]; }
      """, .metal)
    #expect(kernel.glsl.contains("ci_data1("))
    #expect(kernel.glsl.contains("vec4 v0_s = read0(ci_at);"))
  }

  @Test func gathersAndGroupsAreWholeFormulas() throws {
    let kernel = try only(
      """
      extern "C" void f(coreimage::sampler s, float k, coreimage::group::destination dest) {
        float4 r = s.gatherX(dest.coord() + 0.5) + s.gatherW_unordered(dest.coord()) * k;
        dest.write(r.x, r.y, r.w, r.z);
      }
      """, .metal)
    #expect(kernel.needs.groupDestination)
    #expect(kernel.needs.images[0].contains(.gather))
    #expect(kernel.slots.last == .blockOrigin)
    #expect(kernel.glsl.contains("ci_gather0x("))
    #expect(kernel.glsl.contains("return ci_place.y < 0.5 ? ci_lower : ci_upper;"))
  }

  @Test func severalKernelsOfATextComeInItsOrder() throws {
    let text =
      "float h(float x) { return x; } kernel vec4 b(__sample s) { return s * h(2.0); } kernel vec2 a() { return "
      + "destCoord() * h(3.0); }"
    #expect(try kernels(text, .coreImage).map(\.name) == ["b", "a"])
    // A function of extern "C" that another one calls is a helper, and so is one that does not return a pixel.
    let metal =
      "extern \"C\" { float4 h(float4 x) { return x; } float g(float x) { return x; } float4 k(float4 c) { return h(c) "
      + "* g(2); } }"
    #expect(try kernels(metal, .metal).map(\.name) == ["k"])
  }

  @Test func sameTextsHaveSameNamesAndOthersDoNot() throws {
    let one = try only("kernel vec4 exposureAdjust(__sample s) { return s; }")
    let same = try only("kernel  vec4 exposureAdjust ( __sample s ) { return s ; } // the same")
    let other = try only("kernel vec4 exposureAdjust(__sample s) { return s * 2.0; }")
    #expect(one.functionName == same.functionName)
    #expect(one.functionName != other.functionName)
    #expect(one.functionName.hasPrefix("kernel_exposureAdjust_"))
  }

  @Test func roundsOfNestedLoopsAreCountedTogether() throws {
    let kernel = try only(
      "kernel vec4 f(__sample s, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += 1.0; return s; }"
    )
    #expect(kernel.needs.openLoops)
    #expect(kernel.glsl.contains("ci_rounds < 4194304"))
    let closed = try only("kernel vec4 f(__sample s) { for (int i = 0; i < 9; i++) s += 1.0; return s; }")
    #expect(!closed.needs.openLoops)
    // Counted loops whose counts multiply get an iteration limit too.
    let many = try only(
      "kernel vec4 f(__sample s) { for (int i = 0; i < 9999; i++) for (int j = 0; j < 9999; j++) s += 1.0; return s; }")
    #expect(many.needs.openLoops)
  }

  @Test func theFileNameTellsTheLanguage() {
    #expect(Language(fileName: "a.cikernel") == .coreImage)
    #expect(Language(fileName: "a.ci.metal") == .metal)
    #expect(Language(fileName: "a.ci.glsl") == .glsl)
    #expect(Language(fileName: "a.txt") == nil)
  }

  @Test func includesComeFromWhoBuildsAhead() throws {
    var compiler = KernelCompiler(.metal)
    compiler.headers = ["shared.h": Array("#pragma once\nconstant float k = 2;\n".utf8)]
    let output = try compiler.compile(
      "#include \"shared.h\"\n#include \"shared.h\"\nextern \"C\" float4 f(coreimage::sample_t s) { return s * k; }")
    #expect(output.kernels[0].glsl.contains("v0_s * 2.0"))
  }

  @Test func conditionsOfThePreprocessorAreDecided() throws {
    let text = """
      #if __CIKERNEL_METAL_VERSION__ >= 200 && defined(__METAL_VERSION__)
      #define GAIN(x, y) ((x) * (y))
      #else
      #error no
      #endif
      #ifdef NOTHING
      this is not looked at
      #elif 1
      #define TWO 2
      #endif
      extern "C" float4 f(coreimage::sample_t s) { return GAIN(s + 1, TWO); }
      """
    #expect(try only(text, .metal).glsl.contains("(v0_s + 1.0) * 2.0"))
  }
}

extension String {
  func components(of part: String) -> Int { ranges(of: part).count }
}
