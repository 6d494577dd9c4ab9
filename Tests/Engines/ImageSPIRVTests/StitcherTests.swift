import Foundation
import ImageGraph
import ImagePrograms
import ImageSPIRV
import TestFiles
import TestSupport
import Testing

@Suite struct StitcherTests {
  private let narrow = Stitcher(library: Kernels.library, options: .init(widens: false))
  private let wide = Stitcher(library: Kernels.library, options: .init(stores64: true))

  private static let packed = PixelFormat.allCases.filter(\.isPacked).map(Program.LoadForm.packed)
  private static let loads = [.texel] + packed

  @Test func everyStoreAndLoadFormIsValid() throws {
    let calls = [Kernels.decode, Kernels.exposure, Kernels.matrix, Kernels.encode]
    for format in PixelFormat.allCases {
      let store = Program.StoreForm.pixels(format)
      if format.bytesPerPixel >= 4 {
        try expectValid(narrow, Kernels.chain(calls, store: store))
      } else {
        #expect(throws: RenderError.self) { try narrow.stitch(Kernels.chain(calls, store: store)) }
      }
      for load in Self.loads {
        for stitcher in [narrow, wide] {
          try expectValid(stitcher, Kernels.chain(calls, load: load, store: store, pixels: 4))
        }
      }
    }
  }

  @Test func readsSamplesAndMasksAreValidInBothShapes() throws {
    for pixels in [1, 4] {
      try expectValid(wide, Kernels.blur(pixels: pixels))
      try expectValid(wide, Kernels.geometry(pixels: pixels))
    }
  }

  @Test func aHistogramCountsByAtomics() throws {
    var program = Kernels.chain([Kernels.exposure], store: .histogram(bins: 3))
    program.slotCount = 4
    try expectValid(narrow, program)
    program.pixelsPerInvocation = 4
    #expect(throws: RenderError.self) { try narrow.stitch(program) }
  }

  /// Pixels of one subgroup in the same bin are counted at once, for each of the four components.
  @Test func aHistogramCountsTogetherWhereTheDeviceCan() throws {
    var program = Kernels.chain([Kernels.exposure], store: .histogram(bins: 3))
    program.slotCount = 4
    let together = Stitcher(library: Kernels.library, options: .init(countsTogether: true))
    try expectValid(together, program)
    let text = try disassembly(of: together.stitch(program))
    #expect(text.matches(of: /OpGroupNonUniformAllEqual/).count == 4)
    #expect(text.matches(of: /OpAtomicIAdd/).count == 8)
    #expect(try !disassembly(of: narrow.stitch(program)).contains("OpGroup"))
  }

  /// Counters of the group are set to 0, filled, and added to those of the histogram, with barriers between these
  /// phases.
  @Test(arguments: [false, true]) func aHistogramCountsInTheMemoryOfAGroup(_ together: Bool) throws {
    var program = Kernels.chain([Kernels.exposure], store: .histogram(bins: 3, rows: 32))
    program.slotCount = 4
    let stitcher = Stitcher(library: Kernels.library, options: .init(countsTogether: together))
    try expectValid(stitcher, program)
    let text = try disassembly(of: stitcher.stitch(program))
    #expect(text.matches(of: /OpControlBarrier/).count == 2 && text.matches(of: /OpLoopMerge/).count == 1)
    let odd = Stitcher(library: Kernels.library, options: .init(groupWidth: 48))
    #expect(throws: RenderError.self) { try odd.stitch(program) }
  }

  /// Images are read by column and row, and written pixel by pixel; padding pixels are not written.
  @Test(arguments: [1, 4]) func imagesAreReadAndWritten(_ pixels: Int) throws {
    for format in PixelFormat.allCases where format.isStorageImage {
      var program = Kernels.chain([Kernels.exposure], store: .pixels(format), pixels: pixels)
      let place = program.slotCount
      program.slotCount += 2
      (program.inputs[0], program.store) = (.image(originSlot: place), .image(format, originSlot: place + 1))
      for contracts in [false, true] {
        let stitcher = Stitcher(library: Kernels.library, options: .init(contracts: contracts))
        try expectValid(stitcher, program)
        let text = try disassembly(of: stitcher.stitch(program))
        #expect(text.matches(of: /OpImageWrite/).count == pixels)
        #expect(text.matches(of: /OpImageFetch/).count == pixels && !text.contains("OpTypeRuntimeArray"))
      }
    }
  }

  /// If requested, products and sums are not contracted, and NaN follows IEEE 754.
  @Test(arguments: [1, 4]) func arithmeticIsAsWrittenIfRequested(_ pixels: Int) throws {
    let exact = Stitcher(library: Kernels.library, options: .init(preservesNaN: true, contracts: false))
    let free = Stitcher(library: Kernels.library)
    for program in Kernels.all(pixels: pixels) {
      try expectValid(exact, program)
      let (text, freeText) = try (disassembly(of: exact.stitch(program)), disassembly(of: free.stitch(program)))
      let operations = #/= Op(FAdd|FSub|FMul|Dot|OuterProduct|(Vector|Matrix)Times\w+) /#
      // NoContraction is 42, SignedZeroInfNanPreserve 4461.
      #expect(text.matches(of: /OpDecorate %\w+ 42\n/).count == text.matches(of: operations).count)
      #expect(text.contains(/OpExecutionMode %\w+ 4461 32\n/) && text.contains("OpCapability 4466\n"))
      #expect(!freeText.contains(/OpDecorate %\w+ 42\n|OpExecutionMode %\w+ 4461|OpCapability 4466/))
    }
  }

  @Test func everyShaderFunctionIsValidInBothShapes() throws {
    for pixels in [1, 4] {
      for program in Kernels.all(pixels: pixels) { try expectValid(wide, program) }
    }
  }

  @Test func straightLineFormulasRunOnPlanesWithNoCall() throws {
    let calls = [Kernels.decode, Kernels.exposure, Kernels.matrix, Kernels.encode]
    let program = Kernels.chain(calls, load: .packed(.rgba8), pixels: 4)
    #expect(try callCount(wide, program) == 0)
    // Without widening, each of the four formulas is called for each of the four pixels.
    let names = ["linearFromSRGB(vf4;", "exposureAdjust(", "colorMatrix(", "sRGBFromLinear(vf4;"]
    #expect(try names.map { try callCount(narrow, program, of: $0) } == [4, 4, 4, 4])
  }

  @Test func formulasThatReadRunOnPlanesToo() throws {
    #expect(try callCount(wide, Kernels.blur(pixels: 1), of: "boxBlurPass(") == 1)
    #expect(try callCount(wide, Kernels.blur(pixels: 4), of: "boxBlurPass(") == 0)
    #expect(try callCount(narrow, Kernels.blur(pixels: 4), of: "boxBlurPass(") == 4)
  }

  @Test func aLoopWhoseEndDependsOnThePixelIsCalledOncePerPixel() throws {
    let name = "meanOfSome(vf2;vf2;"
    let shader = try Kernels.compiled(
      """
      vec4 meanOfSome(const vec2 at, const vec2 axis) {
          vec4 sum = vec4(0.0);
          float count = mod(dot(at, axis), 5.0);
          for (float i = 0.0; i < count; i += 1.0) { sum += read0(at + i * axis); }
          return sum;
      }
      """)
    let stitcher = Stitcher(library: try ShaderLibrary([("meanOfSome", shader)]), options: .init(stores64: true))
    func means(_ axis: Axis) -> Program {
      var main = Program.Block()
      _ = main.value(
        .gather(Program.Function(name), arguments: [main.value(.at), main.value(.axis(axis))], readers: [1]))
      var image = Program.Block()
      _ = Kernels.fetch(&image)
      return Program(blocks: [main, image], inputs: [.texel], store: .rgbaHalf, pixelsPerInvocation: 4, slotCount: 2)
    }
    // The four pixels of an invocation are adjacent in a row.
    #expect(try callCount(stitcher, means(.horizontal), of: "meanOfSome(") == 4)
    #expect(try callCount(stitcher, means(.vertical), of: "meanOfSome(") == 0)
    for axis in Axis.allCases { try expectValid(stitcher, means(axis)) }
  }

  @Test(arguments: packed, [true, false])
  func columnsAreReadInRowsOfFour(_ load: Program.LoadForm, _ isAligned: Bool) throws {
    for axis in Axis.allCases {
      for pixels in [1, 4] {
        var main = Program.Block()
        let arguments = [main.value(.at), main.value(.axis(axis)), main.value(.live(2, .float))]
        _ = main.value(.gather(Program.Function("boxBlurPass(vf2;vf2;f1;"), arguments: arguments, readers: [1]))
        var image = Program.Block()
        let (at, geometry) = (image.value(.at), image.value(.live(1, .float4)))
        _ = image.value(.fetchRow(input: 0, at: at, geometry: geometry, isAligned: isAligned))
        let program = Program(
          blocks: [main, image], inputs: [load], store: .rgba8, pixelsPerInvocation: pixels, slotCount: 3)
        try expectValid(wide, program)
        try expectValid(narrow, program)
      }
    }
  }

  @Test func aFormulaIsCopiedOnceHoweverOftenItIsCalled() throws {
    let program = Kernels.chain([Kernels.exposure, Kernels.exposure, Kernels.exposure])
    let text = try disassembly(of: try narrow.stitch(program))
    #expect(text.components(separatedBy: "%exposureAdjust(vf4;f1; = OpFunction ").count == 2)
    #expect(try callCount(narrow, program, of: "exposureAdjust(") == 3)
  }

  @Test func aRegionFormulaIsCopiedOnceForEachReader() throws {
    var program = Kernels.blur()
    var main = program.blocks[0]
    let arguments = [main.value(.at), main.value(.live(2, .float2)), main.value(.live(3, .float))]
    _ = main.value(.gather(Program.Function("boxBlurPass(vf2;vf2;f1;"), arguments: arguments, readers: [2]))
    program.blocks = [main, program.blocks[1], program.blocks[1]]
    let text = try disassembly(of: try narrow.stitch(program))
    #expect(text.components(separatedBy: "%boxBlurPass(vf2;vf2;f1; = OpFunction ").count == 3)
    try expectValid(narrow, program)
  }

  @Test func stitchingTheSameProgramTwiceGivesTheSameModule() throws {
    let program = Kernels.blur(pixels: 4)
    #expect(try wide.stitch(program) == wide.stitch(program))
  }

  @Test(arguments: ["exposure", "exposure-packed", "exposure-blurred"])
  func modulesReadAsTheirGoldens(_ name: String) throws {
    let program =
      switch name {
      case "exposure": Kernels.chain([Kernels.exposure])
      case "exposure-packed": Kernels.chain([Kernels.exposure], load: .packed(.rgba8), pixels: 4)
      default: Kernels.blur()
      }
    try expectGolden(disassembly(of: try wide.stitch(program)), named: "SPIRV/\(name)")
  }

  // MARK: Inconsistent programs

  @Test func contradictoryProgramsAreErrorsThatSayWhy() throws {
    var forward = Program.Block()
    _ = forward.value(.call(Program.Function(Kernels.exposure.function), arguments: [3, 4]))
    expectError("not yet defined", blocks: [forward])
    expectError("no block", blocks: [])
    expectError("not a colour", blocks: [Program.Block()])

    var point = Program.Block()
    _ = point.value(.at)
    expectError("not a colour", blocks: [point])

    var loop = Program.Block()
    _ = loop.value(.read(reader: 0, at: loop.value(.at)))
    expectError("it can read only later blocks", blocks: [loop])

    var input = Program.Block()
    _ = input.value(.fetch(input: 7, at: input.value(.at), geometry: input.value(.live(1, .float4))))
    expectError("fetches from input 7", blocks: [input])

    var slot = Program.Block()
    _ = slot.value(.live(99, .float4))
    expectError("slot 99", blocks: [slot])

    var unknown = Program.Block()
    _ = unknown.value(.call(Program.Function("nowhere(vf4;"), arguments: [Kernels.fetch(&unknown)]))
    expectError("no shader function nowhere", blocks: [unknown])

    var kind = Program.Block()
    let color = Kernels.fetch(&kind)
    _ = kind.value(.call(Program.Function(Kernels.exposure.function), arguments: [color, kind.value(.live(1, .int))]))
    expectError("other types", blocks: [kind])

    var unread = Program.Block()
    let arguments = [unread.value(.at), unread.value(.live(1, .float2)), unread.value(.live(1, .float))]
    _ = unread.value(.call(Program.Function("boxBlurPass(vf2;vf2;f1;"), arguments: arguments))
    expectError("calls read0", blocks: [unread])
  }

  @Test func aPackedInputBelongsToThePixelItself() throws {
    #expect(throws: RenderError.self) { try wide.stitch(Kernels.chain([], load: .packed(.rgba8))) }
    var moved = Program.Block()
    let at = moved.value(.live(2, .float2))
    _ = moved.value(.fetch(input: 0, at: at, geometry: moved.value(.live(1, .float4))))
    let program = Program(
      blocks: [moved], inputs: [.packed(.rgba8)], store: .rgba8, pixelsPerInvocation: 4, slotCount: 3)
    #expect(throws: RenderError.self) { try wide.stitch(program) }
  }

  private func expectError(_ part: String, blocks: [Program.Block], at location: SourceLocation = #_sourceLocation) {
    let program = Program(blocks: blocks, inputs: [.texel], store: .rgba8, pixelsPerInvocation: 1, slotCount: 4)
    do {
      _ = try narrow.stitch(program)
      Issue.record("no error that contains \(part)", sourceLocation: location)
    } catch {
      #expect("\(error)".contains(part), sourceLocation: location)
    }
  }

  private func expectValid(
    _ stitcher: Stitcher, _ program: Program, at location: SourceLocation = #_sourceLocation
  ) throws {
    let words = try stitcher.stitch(program)
    _ = try disassembly(of: words)
    if let complaint = try SPIRVValidator.complaint(about: words) {
      Issue.record("\(program)\n\(complaint)", sourceLocation: location)
    }
  }

  private func callCount(_ stitcher: Stitcher, _ program: Program, of name: String = "") throws -> Int {
    try disassembly(of: try stitcher.stitch(program)).split(separator: "\n")
      .count { $0.contains("OpFunctionCall") && $0.contains("%\(name)") }
  }
}
