import CoreImage
import Foundation
import RandomNumbers
import TestContexts
import TestFiles
import TestSupport
import Testing

/// Tests of QR codes, read by zbarimg.
@Suite struct QRCodeByOthersTests {
  private static let levels = ["L", "M", "Q", "H"]

  @Test func twoHundredMessagesAreReadBack() throws {
    var random = SplitMix(seed: 18)
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;/?!-_%&$")
    let others = Array("äößéñçøåŁžЖщλΩ中文字かな한글€…“”😀🎈")
    let cases = (0..<200).map { index in
      let length = Int.random(in: 1...120, using: &random)
      let message = String(
        (0..<length).map { _ -> Character in
          switch index / 4 % 3 {
          case 0: letters.randomElement(using: &random)!
          case 1: "0123456789".randomElement(using: &random)!
          default: (letters + others).randomElement(using: &random)!
          }
        })
      return (message: Data(message.utf8), level: Self.levels[index % 4])
    }
    try expectRead(cases)
  }

  /// Digits, letters and bytes have separate limits in ISO/IEC 18004, table 7, version 40.
  @Test(arguments: [
    ("L", 2953, 7089), ("M", 2331, 5596), ("Q", 1663, 3993), ("H", 1273, 3057),
  ])
  func theLongestMessagesAreReadBackAndLongerOnesRefused(limit: (level: String, bytes: Int, digits: Int)) throws {
    var random = SplitMix(seed: 19)
    func message(_ count: Int, _ characters: String) -> Data {
      Data(String((0..<count).map { _ in characters.randomElement(using: &random)! }).utf8)
    }
    let letters = "abcdefghijklmnopqrstuvwxyz"
    try expectRead([
      (message(limit.bytes, letters), limit.level), (message(limit.digits, "0123456789"), limit.level),
    ])
    for tooLong in [message(limit.bytes + 1, letters), message(limit.digits + 1, "0123456789")] {
      let error = #expect(throws: CIFilterError.self) { try Self.code(tooLong, limit.level) }
      let text = error.map { "\($0)" } ?? ""
      #expect(
        text.contains("CIQRCodeGenerator") && text.contains("\(tooLong.count)") && text.contains("\(limit.bytes)"))
    }
  }

  /// For all shapes, and all sizes of the free area.
  @Test func roundedCodesAreReadBack() throws {
    var random = SplitMix(seed: 20)
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;/?!-_%&$äö中文")
    let cases = (0..<60).map { index in
      let message = String((0..<1 + index * 5).map { _ in letters.randomElement(using: &random)! })
      return (message: Data(message.utf8), level: Self.levels[index % 4])
    }
    try expectRead(cases) { index, message, level in
      let filter = try CIFilter(checked: "CIRoundedQRCodeGenerator")
      filter.setValue(message, forKey: "inputMessage")
      filter.setValue(level, forKey: "inputCorrectionLevel")
      filter.setValue(8, forKey: "inputScale")
      filter.setValue(index % 3, forKey: "inputRoundedMarkers")
      filter.setValue(index % 5 != 0, forKey: "inputRoundedData")
      filter.setValue([0.25, 0, 0.3333, 0.2][index / 4 % 4], forKey: "inputCenterSpaceSize")
      return try filter.checkedOutputImage()
    }
  }

  private static func code(_ message: Data, _ level: String) throws -> CIImage {
    let filter = try CIFilter(checked: "CIQRCodeGenerator")
    filter.setValue(message, forKey: "inputMessage")
    filter.setValue(level, forKey: "inputCorrectionLevel")
    return try filter.checkedOutputImage()
  }

  /// Draws the codes eight times as large and compares the messages that zbarimg reads.
  private func expectRead(_ cases: [(message: Data, level: String)]) throws {
    try expectRead(cases) { _, message, level in
      try Self.code(message, level).samplingNearest().transformed(by: CGAffineTransform(scaleX: 8, y: 8))
    }
  }

  private func expectRead(
    _ cases: [(message: Data, level: String)], drawn: (Int, Data, String) throws -> CIImage
  ) throws {
    let folder = try TestFolder()
    let context = Backend.context()
    for (index, one) in cases.enumerated() {
      // The generator draws a quiet zone of one module; the standard requires four.
      let code = try drawn(index, one.message, one.level)
      let image = code.composited(over: CIImage.white.cropped(to: code.extent.insetBy(dx: -24, dy: -24)))
      try context.writePNGRepresentation(
        of: image, to: folder.file("\(index).png"), format: .L8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    }
    let files = cases.indices.map { "\($0).png" }
    // Raw bytes, since zbarimg would guess an encoding. Each symbol ends with a newline, which no message contains.
    let read = try OutsideProgram.zbar.run(
      ["--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable", "-Sqrcode.binary"] + files, in: folder)
    let messages = read.split(separator: 10, omittingEmptySubsequences: false)
    #expect(messages.count == cases.count + 1)
    for (index, (one, message)) in zip(cases, messages).enumerated() {
      #expect(Data(message) == one.message, "message \(index), level \(one.level), \(one.message.count) bytes")
    }
  }
}
