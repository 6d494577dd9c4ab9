import Foundation
import ProcessorEngine
import StageCompiler
import Testing

/// Powers with a uniform exponent, by the stage of CIGammaAdjust, compared with the C library.
@Suite struct StagePowerTests {
  private func powers(_ stages: Stages, _ exponent: Float, of bases: [Float]) throws -> [Float] {
    let name = "gammaAdjust(vf4;f1;"
    let test = try #require(StageCase.all.first { $0.signature.name == name })
    var arguments = StageArguments(count: bases.count)
    let ones = Array(repeating: Float(1), count: bases.count)
    (arguments.planes, arguments.uniforms) = ([bases, bases, bases, ones], [exponent.bitPattern])
    return StageRun(test: test, code: try #require(stages[name]), lanes: stages.lanes).results(arguments)[1]
  }

  @Test(arguments: ProcessorLevel.supported)
  func powersAgreeWithTheCLibrary(_ level: ProcessorLevel) throws {
    let stages = try Stages.tested(level)
    // Inside of the table, and on both sides of it.
    let bases = (0..<999).map { Float(exp2(Double($0) * 0.06 - 35)) }
    for exponent in [0.1, 1.0 / 3, 0.45, 1 / 2.4, 0.5, 0.9, 1, 1.3, 1 / 0.45, 2.4, 3.7, 4, 4.5, -1] as [Float] {
      for (base, power) in zip(bases, try powers(stages, exponent, of: bases)) {
        let exact = pow(Double(base), Double(exponent))
        guard exact > 1e-37, exact < 1e38 else { continue }
        // Outside of the table the formula is used, whose logarithm is less accurate for tiny values.
        let isInTable = (0...4).contains(exponent) && base >= 0x1p-28 && base < 16
        let error = abs(Double(power) / exact - 1)
        #expect(
          error < (isInTable ? 3e-6 : 1e-5 * max(1, Double(abs(exponent)))),
          "\(base) to the power of \(exponent) on \(level)")
      }
    }
  }

  @Test(arguments: ProcessorLevel.supported)
  func invalidPowersAreZero(_ level: ProcessorLevel) throws {
    let stages = try Stages.tested(level)
    for exponent in [0.45, 2.4, 0, -1, .infinity, .nan] as [Float] {
      let powers = try powers(stages, exponent, of: [0, -0.0, -1, -1e30, .nan, 0.5])
      #expect(powers.dropLast().allSatisfy { $0 == 0 }, "\(exponent) on \(level): \(powers)")
    }
  }

  /// A pixel's power does not depend on its neighbours.
  @Test(arguments: ProcessorLevel.supported)
  func neighboursChangeNothing(_ level: ProcessorLevel) throws {
    let stages = try Stages.tested(level)
    let bases: [Float] = (0..<64).map { index in index % 3 == 0 ? Float(index) * 1e-12 : Float(index) / 40 }
    let all = try powers(stages, 0.45, of: bases)
    for (base, power) in zip(bases, all) {
      #expect(try powers(stages, 0.45, of: [base])[0].bitPattern == power.bitPattern, "\(base) on \(level)")
    }
  }
}
