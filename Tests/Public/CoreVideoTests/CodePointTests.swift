import CoreVideo
import Foundation
import Testing

/// Numbers of ITU-T H.273 (07/2021), tables 2, 3 and 4.
@Suite struct CodePointTests {
  @Test(arguments: [
    ("ITU_R_709_2", Int32(1)), ("ITU_R_601_4", 6), ("SMPTE_240M_1995", 7), ("ITU_R_2020", 9), ("else", 2),
  ])
  func matrices(_ text: String, _ code: Int32) {
    #expect(CVYCbCrMatrixGetIntegerCodePointForString(text as CFString) == code)
    let back = CVYCbCrMatrixGetStringForIntegerCodePoint(code)?.takeUnretainedValue()
    #expect(back == (code == 2 ? nil : text as CFString))
  }

  @Test(arguments: [
    ("ITU_R_709_2", Int32(1)), ("EBU_3213", 5), ("SMPTE_C", 6), ("ITU_R_2020", 9), ("DCI_P3", 11), ("P3_D65", 12),
    ("", 2),
  ])
  func primaries(_ text: String, _ code: Int32) {
    #expect(CVColorPrimariesGetIntegerCodePointForString(text as CFString) == code)
    let back = CVColorPrimariesGetStringForIntegerCodePoint(code)?.takeUnretainedValue()
    #expect(back == (code == 2 ? nil : text as CFString))
  }

  @Test(
    arguments: [
      (kCVImageBufferTransferFunction_ITU_R_709_2 as String, 1),
      (kCVImageBufferTransferFunction_SMPTE_240M_1995 as String, 7),
      (kCVImageBufferTransferFunction_Linear as String, 8), (kCVImageBufferTransferFunction_sRGB as String, 13),
      (kCVImageBufferTransferFunction_ITU_R_2020 as String, 14),
      (kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ as String, 16),
      (kCVImageBufferTransferFunction_SMPTE_ST_428_1 as String, 17),
      (kCVImageBufferTransferFunction_ITU_R_2100_HLG as String, 18),
      (kCVImageBufferTransferFunction_UseGamma as String, 2),
    ] as [(String, Int32)])
  func curves(_ text: String, _ code: Int32) {
    #expect(CVTransferFunctionGetIntegerCodePointForString(text as CFString) == code)
    let back = CVTransferFunctionGetStringForIntegerCodePoint(code)?.takeUnretainedValue()
    #expect(back == (code == 2 ? nil : text as CFString))
  }

  @Test func severalNumbersHaveOneString() {
    #expect(CVYCbCrMatrixGetStringForIntegerCodePoint(5)?.takeUnretainedValue() == "ITU_R_601_4" as CFString)
    #expect(CVTransferFunctionGetStringForIntegerCodePoint(6)?.takeUnretainedValue() == "ITU_R_709_2" as CFString)
    #expect(CVTransferFunctionGetStringForIntegerCodePoint(15)?.takeUnretainedValue() == "ITU_R_2020" as CFString)
  }

  @Test func nothingIsUnspecified() {
    #expect(CVYCbCrMatrixGetIntegerCodePointForString(nil) == 2)
    for code in [Int32.min, -1, 0, 3, 99, .max] {
      #expect(CVYCbCrMatrixGetStringForIntegerCodePoint(code) == nil)
      #expect(CVColorPrimariesGetStringForIntegerCodePoint(code) == nil)
      #expect(CVTransferFunctionGetStringForIntegerCodePoint(code) == nil)
    }
  }
}
