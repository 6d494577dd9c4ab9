import Foundation
import ImageGraph
import ImageSPIRV
import KernelLanguage
import TestFiles
import Testing

/// A kernel of the folder of twenty, interpreted at positions.
struct InterpretedKernel {
  let kernel: Kernel
  let machine: LaneMachine

  private static let folder = testFile("Kernels/KernelLanguageTests/Kernels")

  /// - Parameter index: the index of the kernel in the file.
  init(_ file: String, _ index: Int = 0) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
    let language = try #require(Language(fileName: file))
    kernel = try KernelCompiler(language, file: file).compile(text).kernels[index]
    machine = try KernelInterpreter(Text.library(kernel.glsl), function: kernel.mangledName, name: kernel.name)
      .machine()
  }

  /// Returns the results at up to 64 positions.
  ///
  /// - Parameters:
  ///   - pixels: the pixels of each image, by position.
  ///   - values: the arguments, by parameter name.
  ///   - extents: the extent of each image.
  func results(
    at places: [SIMD2<Float>], pixels: [[SIMD4<Float>]] = [], values: [String: [Float]] = [:],
    ints: [String: Int32] = [:],
    extents: [SIMD4<Float>] = [], count: Int32 = 1, read: (Int, SIMD2<Float>) -> SIMD4<Float> = { _, _ in .zero }
  ) throws -> [[Float]] {
    for (number, slot) in kernel.slots.enumerated() {
      func set(_ numbers: [Float]) { machine.setArgument(number, numbers.map(\.bitPattern)) }
      switch slot {
      case .pixel(let image):
        for component in 0..<4 {
          for (lane, pixel) in pixels[image].enumerated() {
            machine.argument(number, component: component)[lane] = pixel[component]
          }
        }
      case .position:
        for (lane, place) in places.enumerated() {
          machine.argument(number, component: 0)[lane] = place.x
          machine.argument(number, component: 1)[lane] = place.y
        }
      case .argument(let parameter, _, .int):
        let value = try #require(ints[kernel.parameters[parameter].name])
        machine.setArgument(number, [UInt32(bitPattern: value)])
      case .argument(let parameter, _, _): set(try #require(values[kernel.parameters[parameter].name]))
      case .extent(let image): set((0..<4).map { extents[image][$0] })
      case .blockOrigin: set([0, 0])
      case .elementCount: machine.setArgument(number, [UInt32(bitPattern: count)])
      case .transformX, .transformY: Issue.record("no sampler has a map here")
      }
    }
    try machine.compute(pixels: places.count) { input, at in read(input, at) }
    let components = kernel.form == .warp ? 2 : 4
    return places.indices.map { lane in (0..<components).map { machine.result(component: $0)[lane] } }
  }
}

/// The results of the twenty kernels, as numbers that can be checked by hand, in both languages.
@Suite struct KernelMeaningTests {
  private static let languages = ["cikernel", "ci.metal"]
  private let places: [SIMD2<Float>] = (0..<64).map { [Float($0 % 8) - 2.5, Float($0 / 8) - 3.5] }
  private let greys: [SIMD4<Float>] = (0..<64).map { [Float($0) / 63, Float($0) / 63, Float($0) / 63, 1] }

  @Test(arguments: languages)
  func exposureIsAProduct(_ ending: String) throws {
    let results = try InterpretedKernel("01-exposure.\(ending)").results(
      at: places, pixels: [greys], values: ["gain": [2]])
    #expect(results[63] == [2, 2, 2, 1])
  }

  @Test(arguments: languages)
  func zebraHasStripesOfTwentyPixels(_ ending: String) throws {
    let kernel = try InterpretedKernel("02-zebra.\(ending)")
    let along: [SIMD2<Float>] = (0..<64).map { [Float($0), 0.5] }
    let bright = Array(repeating: SIMD4<Float>(1.5, 0, 0, 1), count: 64)
    let results = try kernel.results(at: along, pixels: [bright], values: ["time": [0.25]])
    for (place, result) in zip(along, results) {
      let part = (place.x + place.y) / 20 + 0.5
      #expect((result[0] == 2) == (part - part.rounded(.down) > 0.5))
    }
    let dark = try kernel.results(at: along, pixels: [greys], values: ["time": [0.25]])
    #expect(dark[3] == [greys[3].x, greys[3].x, greys[3].x, 1])
  }

  @Test(arguments: languages)
  func chromaKeyTakesTheKeyAndKeepsTheRest(_ ending: String) throws {
    let green = SIMD4<Float>(0.1, 0.9, 0.1, 1)
    let pixels = [green, [0.8, 0.1, 0.1, 1], .zero, [0.25, 0.5, 0.25, 1]]
    let results = try InterpretedKernel("03-chroma-key.\(ending)").results(
      at: Array(places.prefix(4)), pixels: [pixels],
      values: ["key": [0.1, 0.9, 0.1, 1], "inner": [0.05], "outer": [0.2], "despill": [1]])
    #expect(results[0] == [0, 0, 0, 0])
    #expect(results[1] == [0.8, 0.1, 0.1, 1])
    #expect(results[2] == [0, 0, 0, 0])
    #expect(results[3][1] == 0.25)
  }

  @Test func bothLanguagesTurnHuesAlike() throws {
    var random = Numbers(state: 4)
    let colors: [SIMD4<Float>] = (0..<64).map { _ in [random.next(0, 1), random.next(0, 1), random.next(0, 1), 1] }
    let results = try Self.languages.map {
      try InterpretedKernel("04-hue-bands.\($0)").results(
        at: places, pixels: [colors], values: ["low": [0, 0, 0], "high": [0, 0, 0], "shift": [0]])
    }
    #expect(results[0] == results[1])
    for (color, result) in zip(colors, results[0]) {
      for component in 0..<3 { #expect(abs(result[component] - color[component]) < 1e-5) }
    }
  }

  @Test(arguments: languages)
  func hysteresisRemembers(_ ending: String) throws {
    let before: [SIMD4<Float>] = (0..<64).map { $0 % 2 == 0 ? [1, 1, 1, 1] : [0, 0, 0, 1] }
    let results = try InterpretedKernel("05-hysteresis.\(ending)").results(
      at: places, pixels: [greys, before], values: ["levels": [0.25, 0.75]])
    for lane in 0..<64 {
      let level = greys[lane].x
      #expect(results[lane][0] == (level >= 0.75 || lane % 2 == 0 && level >= 0.25 ? 1 : 0))
    }
  }

  @Test(arguments: languages)
  func palettesStayInsideOfTheirTables(_ ending: String) throws {
    let kernel = try InterpretedKernel("06-palette.\(ending)")
    let wide: [Float] = [-3, 0.1, 0.6, 99]
    func read(_ input: Int, _ at: SIMD2<Float>) -> SIMD4<Float> {
      input == 0 ? SIMD4(SIMD3(repeating: wide[Int(at.x)]), 1) : SIMD4(SIMD3(repeating: at.x.rounded(.down)), 1)
    }
    let along: [SIMD2<Float>] = (0..<4).map { [Float($0) + 0.5, 0.5] }
    let rows = try kernel.results(at: along, values: ["count": [5]], ints: ["fixedTones": 0], read: read)
    #expect(rows.map { $0[0] } == [0, 0, 3, 4])
    let fixed = try kernel.results(at: along, values: ["count": [5]], ints: ["fixedTones": 1], read: read)
    #expect(fixed.map { $0[0] } == [0, 0, 0.9, 1])
  }

  @Test(arguments: languages)
  func masksAreExactAtTheirEnds(_ ending: String) throws {
    let (a, b): ([SIMD4<Float>], [SIMD4<Float>]) = (
      Array(repeating: [0.3, 0.6, 0.9, 1], count: 3), Array(repeating: .zero, count: 3)
    )
    let masks: [SIMD4<Float>] = [.zero, SIMD4(repeating: 1), SIMD4(repeating: 0.25)]
    let results = try InterpretedKernel("07-mask.\(ending)").results(
      at: Array(places.prefix(3)), pixels: [a, b, masks])
    #expect(results.map { $0[1] } == [0.6, 0, 0.45000002])
  }

  @Test(arguments: languages)
  func theWayBackThroughTheLensIsExact(_ ending: String) throws {
    let values: [String: [Float]] = ["center": [1, 2], "size": [8], "k": [0.1, 0.02]]
    let there = try InterpretedKernel("08-lens.\(ending)", 1).results(at: places, values: values)
    let back = try InterpretedKernel("08-lens.\(ending)").results(at: there.map { [$0[0], $0[1]] }, values: values)
    for (place, result) in zip(places, back) {
      #expect(abs(result[0] - place.x) < 1 / 256 && abs(result[1] - place.y) < 1 / 256)
    }
  }

  @Test(arguments: languages)
  func swirlsKeepTheRadius(_ ending: String) throws {
    let kernel = try InterpretedKernel("09-swirl.\(ending)")
    let results = try kernel.results(at: places, values: ["center": [0, 0], "radius": [6], "angle": [2]])
    for (place, result) in zip(places, results) {
      let (r, s) = (
        (place.x * place.x + place.y * place.y).squareRoot(),
        (result[0] * result[0] + result[1] * result[1]).squareRoot()
      )
      #expect(abs(r - s) < 1e-5)
    }
    #expect(
      try kernel.results(at: places, values: ["center": [0, 0], "radius": [6], "angle": [0]])
        == places.map { [$0.x, $0.y] })
  }

  @Test(arguments: languages)
  func mirrorsAreExactLeftOfTheOrigin(_ ending: String) throws {
    let results = try InterpretedKernel("10-mirror.\(ending)").results(
      at: places, values: ["tile": [0, 0, 4, 4], "size": [1]])
    for (place, result) in zip(places, results) {
      let (x, cell) = (Int(place.x.rounded(.down)), Int((place.x / 4).rounded(.down)))
      let inside = x - cell * 4
      #expect(result[0] == Float(cell % 2 == 0 ? inside : 3 - inside) + 0.5)
    }
  }

  @Test(arguments: languages)
  func boxesOfWholeNumbersAreExact(_ ending: String) throws {
    let results = try InterpretedKernel("11-box.\(ending)").results(at: places, values: ["radius": [2]]) { _, at in
      [at.x.rounded(.down) * 25, 0, 0, 1]
    }
    for (place, result) in zip(places, results) { #expect(result[0] == place.x.rounded(.down) * 25) }
  }

  @Test(arguments: languages)
  func kuwaharaKeepsEdgesAndFlatFields(_ ending: String) throws {
    let results = try InterpretedKernel("12-kuwahara.\(ending)").results(at: places) { _, at in
      at.x < 0 ? [0.25, 0.25, 0.25, 1] : [0.75, 0.5, 0.25, 1]
    }
    for (place, result) in zip(places, results) { #expect(result[0] == (place.x < 0 ? 0.25 : 0.75)) }
  }

  @Test(arguments: languages)
  func bilateralKeepsAConstantImage(_ ending: String) throws {
    let results = try InterpretedKernel("13-bilateral.\(ending)").results(
      at: places, values: ["place": [8], "colour": [0.1]]
    ) { _, _ in [0.5, 0.25, 1, 1] }
    for result in results { #expect(abs(result[0] - 0.5) < 1e-6 && abs(result[2] - 1) < 1e-6) }
  }

  @Test func gathersAndNineSamplesAgreeToTheBit() throws {
    func read(_ input: Int, _ at: SIMD2<Float>) -> SIMD4<Float> {
      var random = Numbers(state: UInt64(bitPattern: Int64(at.x.rounded(.down) * 131 + at.y.rounded(.down) * 7)))
      return SIMD4(repeating: random.next(0, 1) + random.next(0, 1))
    }
    let results = try Self.languages.map { try InterpretedKernel("14-sobel.\($0)").results(at: places, read: read) }
    #expect(results[0] == results[1])
  }

  @Test(arguments: languages)
  func worleysDistancesAreInOrder(_ ending: String) throws {
    let results = try InterpretedKernel("15-worley.\(ending)").results(at: places, values: ["scale": [5], "seed": [3]])
    for result in results { #expect(result[0] <= result[1] && result[0] >= 0 && result[1] < 3) }
    #expect(Set(results.map { $0[0] }).count > 50)
  }

  @Test func turbulenceReadsItsBytes() throws {
    let kernel = try InterpretedKernel("16-turbulence.ci.metal")
    guard case .data(let layout) = kernel.kernel.parameters[0].type else {
      Issue.record("no data")
      return
    }
    // 16 integers, 16 vectors of 16 bytes, a factor.
    #expect(layout.stride == 64 + 256 + 16)
    let numbers: [Float] = layout.components.indices.map {
      $0 < 16 ? Float($0 * 5 % 16) : $0 == 64 ? 2 : Float($0 % 7) / 7 - 0.5
    }
    let results = try kernel.results(
      at: places, values: ["frequency": [0.25]], ints: ["octaves": 2, "kind": 0]
    ) { input, at in
      let pixel = Int(at.x) + Int(at.y) * DataLayout.pixelsPerRow
      return SIMD4((0..<4).map { pixel * 4 + $0 < numbers.count ? numbers[pixel * 4 + $0] : 0 })
    }
    func corner(_ x: Int, _ y: Int) -> Float {
      let first = Int(numbers[x & 15])
      let rest = (first + y) % 16
      return numbers[16 + min(max(rest, 0), 15) * 3] * 2
    }
    for (place, result) in zip(places, results) {
      var (sum, ratio, p): (Float, Float, SIMD2<Float>) = (0, 1, place * 0.25)
      for _ in 0..<2 {
        let (x, y) = (Int(p.x.rounded(.down)), Int(p.y.rounded(.down)))
        let t = p - SIMD2(Float(x), Float(y))
        let s = t * t * (3 - 2 * t)
        let below = corner(x, y) * (1 - s.x) + corner(x + 1, y) * s.x
        let above = corner(x, y + 1) * (1 - s.x) + corner(x + 1, y + 1) * s.x
        sum += (below * (1 - s.y) + above * s.y) * ratio
        (p, ratio) = (p * 2, ratio * 0.5)
      }
      #expect(abs(result[0] - sum) < 1e-5)
    }
  }

  @Test(arguments: languages)
  func curvesAreReadWhereTheyLie(_ ending: String) throws {
    let pixels = greys
    let results = try InterpretedKernel("17-tone-curve.\(ending)").results(
      at: (0..<64).map { [Float($0) + 0.5, 0.5] }, extents: [[0, 0, 64, 1], [-7, 3, 256, 1]]
    ) { input, at in
      input == 0 ? pixels[Int(at.x)] : SIMD4(repeating: ((at.x + 7).rounded(.down)) / 255)
    }
    for (grey, result) in zip(greys, results) { #expect(abs(result[0] - grey.x) < 0.5 / 255) }
  }

  @Test(arguments: languages)
  func theBoardHasNoEnd(_ ending: String) throws {
    let far: [SIMD2<Float>] = places + []
    let results = try InterpretedKernel("18-checker.\(ending)").results(
      at: far, values: ["a": [1, 0, 0, 1], "b": [0, 0, 1, 1], "size": [1]])
    for (place, result) in zip(far, results) {
      let parity = Int(place.x.rounded(.down)) + Int(place.y.rounded(.down))
      #expect(result[0] == (parity % 2 == 0 ? 1 : 0))
    }
  }

  @Test(arguments: languages)
  func foldsBeginAndEndWithTheirImages(_ ending: String) throws {
    let kernel = try InterpretedKernel("19-fold.\(ending)")
    for (progress, input) in [(Float(0), Float(0)), (1, 1)] {
      let results = try kernel.results(
        at: places.map { $0 + 4 }, values: ["frame": [0, 0, 16, 16], "progress": [progress]]
      ) { input, at in
        [Float(input), at.x, at.y, 1]
      }
      for (place, result) in zip(places, results) { #expect(result == [input, place.x + 4, place.y + 4, 1]) }
    }
  }

  @Test(arguments: languages)
  func theEndlessOneEndsWithItsName(_ ending: String) throws {
    let kernel = try InterpretedKernel("20-endless.\(ending)")
    let error = #expect(throws: RenderError.self) {
      try kernel.results(at: places, pixels: [greys], values: ["limit": [1]])
    }
    #expect("\(try #require(error))".contains("endless"))
    // Pixels that end are not affected by divisions by zero and square roots of negative numbers.
    let bright = Array(repeating: SIMD4<Float>(0.5, 0.5, 0.5, 1), count: 64)
    let results = try kernel.results(at: places, pixels: [bright], values: ["limit": [1]])
    #expect(results.allSatisfy { $0[0] == 1 })
  }
}
