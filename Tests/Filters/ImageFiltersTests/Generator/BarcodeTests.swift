import Barcodes
import CBarcode
import Foundation
import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct BarcodeTests {
  private func text(_ text: String) -> InputValue { .data(Data(text.utf8)) }

  @Test func everyPDF417PatternHasFourBarsAndSpacesOfItsCluster() {
    var seen: Set<Int> = []
    for index in 0..<3 * 929 {
      let pattern = Int(cbarcode_pdf417_pattern(Int32(index / 929), Int32(index % 929)))
      var widths: [Int] = []
      var last: Int?
      for bit in (0..<17).reversed() {
        let module = pattern >> bit & 1
        if module == last { widths[widths.count - 1] += 1 } else { widths.append(1) }
        last = module
      }
      #expect(widths.count == 8 && widths.allSatisfy { $0 <= 6 }, "\(index)")
      guard widths.count == 8 else { continue }
      // ISO/IEC 15438, 5.3.1.
      #expect((widths[0] - widths[2] + widths[4] - widths[6] + 9) % 9 == 3 * (index / 929), "\(index)")
      #expect(seen.insert(pattern).inserted, "\(index)")
    }
    #expect(seen.count == 3 * 929)
    for (cluster, codeword) in [(-1, 0), (3, 0), (0, -1), (2, 929)] as [(Int32, Int32)] {
      #expect(cbarcode_pdf417_pattern(cluster, codeword) == -1)
    }
  }

  /// For one of the eight masks, the image equals libzint's for the same codewords.
  @Test(arguments: [
    (1, "a"), (3, "Hello from version three, byte mode."), (7, String(repeating: "lower case ", count: 11)),
  ])
  func aDescribedQRCodeIsTheOneThatTheGeneratorMakes(version: Int, message: String) throws {
    let generated = try filtered(
      "CIQRCodeGenerator", ["inputMessage": text(message), "inputCorrectionLevel": .text("M")])
    guard case .sampled(.crisp) = generated.op, case .source(let source) = generated.inputs[0].op else {
      throw RenderError.invalidArgument("no image")
    }
    let side = try source.pixels().width
    #expect(side == 17 + 4 * version + 2)
    let capacity = QRSymbol.capacity(version: version, level: .m)
    var nibbles = [4, UInt8(message.utf8.count >> 4), UInt8(message.utf8.count & 15)]
    nibbles += message.utf8.flatMap { [$0 >> 4, $0 & 15] } + [0]
    let filled = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    let padding: [UInt8] = (0..<capacity - filled.count).map { $0 % 2 == 0 ? 0xEC : 0x11 }
    let codewords = filled + padding
    let same = try (0..<8).filter { mask in
      let symbol = try #require(QRSymbol(codewords: codewords, version: version, mask: mask, level: .m))
      return try isSame(symbol.modules(), source.pixels(), margin: 1)
    }
    #expect(same.count == 1)
  }

  private func isSame(_ grid: ModuleGrid, _ pixels: PixelBuffer, margin: Int) throws -> Bool {
    try #require(pixels.width == grid.width + 2 * margin && pixels.height == grid.height + 2 * margin)
    for y in 0..<grid.height {
      for x in 0..<grid.width where grid[x, y] != (pixels.color(x: x + margin, y: y + margin).x < 0.5) { return false }
    }
    return true
  }

  @Test func symbolsThatCannotBeAreNone() {
    #expect(QRSymbol(codewords: Array(repeating: 0, count: 19), version: 1, mask: 0, level: .l) != nil)
    #expect(QRSymbol(codewords: Array(repeating: 0, count: 18), version: 1, mask: 0, level: .l) == nil)
    #expect(QRSymbol(codewords: [], version: 0, mask: 0, level: .l) == nil)
    #expect(QRSymbol(codewords: Array(repeating: 0, count: 19), version: 1, mask: 8, level: .l) == nil)
    #expect(AztecSymbol(codewords: [1, 2], isCompact: true, layers: 1) != nil)
    #expect(AztecSymbol(codewords: [1, 0], isCompact: true, layers: 1) == nil)
    #expect(AztecSymbol(codewords: [1, 63], isCompact: true, layers: 1) == nil)
    #expect(AztecSymbol(codewords: [1], isCompact: true, layers: 5) == nil)
    #expect(AztecSymbol(codewords: [1], isCompact: false, layers: 33) == nil)
    #expect(AztecSymbol(codewords: Array(repeating: 1, count: 15), isCompact: true, layers: 1) == nil)
    #expect(PDF417Symbol(codewords: [4, 1, 2, 3], isCompact: false, rows: 3, columns: 2) != nil)
    #expect(PDF417Symbol(codewords: [5, 1, 2, 3], isCompact: false, rows: 3, columns: 2) == nil)
    #expect(PDF417Symbol(codewords: [4, 1, 2, 929], isCompact: false, rows: 3, columns: 2) == nil)
    #expect(PDF417Symbol(codewords: [3, 1, 2], isCompact: false, rows: 3, columns: 2) == nil)
    #expect(PDF417Symbol(codewords: [4, 1, 2, 3], isCompact: false, rows: 2, columns: 3) == nil)
    #expect(DataMatrixSymbol(codewords: [1, 2, 3], rows: 10, columns: 10) != nil)
    #expect(DataMatrixSymbol(codewords: [1, 2], rows: 10, columns: 10) == nil)
    #expect(DataMatrixSymbol(codewords: [1, 2, 3], rows: 10, columns: 12) == nil)
  }

  @Test func sizesAreThoseOfTheModulesAndTheQuietZone() throws {
    let aztec = try filtered(
      "CIAztecCodeGenerator",
      ["inputMessage": text("Hello world"), "inputLayers": .number(2), "inputCompactStyle": .number(0)])
    #expect(aztec.extent == .finite(UserRect(x: 0, y: 0, width: 27, height: 27)))
    let bars = try filtered(
      "CICode128BarcodeGenerator",
      ["inputMessage": text("Hello world"), "inputQuietSpace": .number(20), "inputBarcodeHeight": .number(100)])
    #expect(bars.extent == .finite(UserRect(x: 0, y: 0, width: 196, height: 140)))
    let stacked = try filtered(
      "CIPDF417BarcodeGenerator",
      [
        "inputMessage": text("Hello worlds"), "inputRows": .number(10), "inputDataColumns": .number(10),
        "inputCompactStyle": .number(1), "inputMinHeight": .number(100),
      ])
    #expect(stacked.extent == .finite(UserRect(x: 0, y: 0, width: 209, height: 34)))
  }

  @Test func widthsHeightsAndRatiosChooseTheShapeOfPDF417() throws {
    func size(_ inputs: [String: InputValue]) throws -> (Double, Double) {
      let code = try filtered(
        "CIPDF417BarcodeGenerator",
        inputs.merging(["inputMessage": text("A message of some length for a code.")]) { $1 })
      guard case .finite(let rect) = code.extent else { throw RenderError.invalidArgument("no extent") }
      return (rect.width, rect.height)
    }
    let narrow = try size(["inputMaxWidth": .number(150)])
    #expect(narrow.0 <= 150)
    let low = try size(["inputMaxHeight": .number(40)])
    #expect(low.1 <= 40)
    let square = try size(["inputPreferredAspectRatio": .number(1)])
    #expect(abs(square.0 / square.1 - 1) < 0.3)
    #expect(message { _ = try size(["inputMaxWidth": .number(60), "inputMinWidth": .number(70)]) }.contains("size"))
  }

  @Test(arguments: [
    ("CIAztecCodeGenerator", [:], 4000, "23"), ("CIAztecCodeGenerator", ["inputLayers": 1], 100, "1.0 layers"),
    ("CIPDF417BarcodeGenerator", [:], 1500, "1108"),
    ("CIPDF417BarcodeGenerator", ["inputCorrectionLevel": 8], 900, "496"),
    ("CICode128BarcodeGenerator", [:], 70, "60"), ("CICode128BarcodeGenerator", [:], 7000, "120"),
    ("CIQRCodeGenerator", [:], 9000, "2331"),
  ])
  func messagesThatAreTooLongAreRefusedWithTheLimit(name: String, inputs: [String: Double], count: Int, says: String) {
    let bytes: [UInt8] = (0..<count).map { UInt8(33 + $0 * 7 % 90) }
    var values: [String: InputValue] = inputs.mapValues { .number($0) }
    values["inputMessage"] = .data(Data(bytes))
    let text = message { _ = try filtered(name, values) }
    #expect(text.contains(name) && text.contains("\(count)") && text.contains(says), "\(text)")
  }

  @Test func whatCannotBeCodedSaysWhy() {
    #expect(message { _ = try filtered("CICode128BarcodeGenerator", ["inputMessage": text("é")]) }.contains("ASCII"))
    for name in ["CICode128BarcodeGenerator", "CIAztecCodeGenerator", "CIPDF417BarcodeGenerator"] {
      #expect(message { _ = try filtered(name, ["inputMessage": text("")]) }.contains("empty"))
    }
    let digits = message {
      _ = try filtered("CIPDF417BarcodeGenerator", ["inputMessage": text("1a"), "inputCompactionMode": .number(1)])
    }
    #expect(digits.contains("digits"))
    #expect(
      message {
        _ = try filtered(
          "CIAztecCodeGenerator",
          ["inputMessage": text("a"), "inputLayers": .number(9), "inputCompactStyle": .number(1)])
      }.contains("inputLayers"))
  }
}
