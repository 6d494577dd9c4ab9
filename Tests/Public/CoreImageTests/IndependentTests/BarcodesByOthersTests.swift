import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import RandomNumbers
import TestContexts
import TestFiles
import TestSupport
import Testing

/// Tests of two hundred random messages in each kind of code, read by independent programs. QRCodeByOthersTests has
/// those of zbarimg on QR codes.
@Suite struct BarcodesByOthersTests {
  private let context = Backend.context()

  @Test func qrCodesOfEveryLevelAreReadByZXing() throws {
    var payloads = Payloads(seed: 71)
    try expectRead(by: .zxing) { index in
      let filter = CIFilter.qrCodeGenerator()
      filter.message = payloads.next(index, upTo: 150)
      filter.correctionLevel = ["L", "M", "Q", "H"][index / 3 % 4]
      return (filter.message, filter)
    }
  }

  private func code128(_ index: Int, _ payloads: inout Payloads) -> (Data, CIFilter) {
    let filter = CIFilter.code128BarcodeGenerator()
    // Control characters take two symbol characters each.
    filter.message = payloads.next(index, upTo: 25)
    filter.quietSpace = Float(10 + index % 5)
    filter.barcodeHeight = Float(8 + index % 40)
    return (filter.message, filter)
  }

  @Test func code128IsReadByZXing() throws {
    var payloads = Payloads(seed: 72, bytes: Array(0...127))
    try expectRead(by: .zxing) { code128($0, &payloads) }
  }

  @Test func code128IsReadByZBar() throws {
    // zbarimg ends a message with a newline, and treats a zero byte as the end.
    var payloads = Payloads(seed: 73, bytes: Array(11...127))
    let folder = try TestFolder()
    var messages: [Data] = []
    for index in 0..<200 {
      let (message, filter) = code128(index, &payloads)
      messages.append(message)
      let code = try filter.checkedOutputImage().samplingNearest().transformed(by: CGAffineTransform(scaleX: 3, y: 3))
      try context.writePNGRepresentation(
        of: code, to: folder.file("\(index).png"), format: .L8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    }
    let read = try OutsideProgram.zbar.run(
      ["--quiet", "--raw", "--nodbus", "-Sdisable", "-Scode128.enable"] + messages.indices.map { "\($0).png" },
      in: folder)
    let lines = read.split(separator: 10, omittingEmptySubsequences: false).map { Data($0) }
    #expect(lines.count == 201)
    for (index, (message, line)) in zip(messages, lines).enumerated() { #expect(line == message, "message \(index)") }
  }

  private func aztec(_ index: Int, _ payloads: inout Payloads, upTo length: (Int) -> Int) -> (Data, CIFilter) {
    let filter = CIFilter.aztecCodeGenerator()
    let level = payloads.number(5...95)
    filter.message = payloads.next(index, upTo: length(level))
    filter.correctionLevel = Float(level)
    if index % 4 == 0 { filter.compactStyle = 0 }
    return (filter.message, filter)
  }

  @Test func aztecCodesOfEveryLevelAreReadByZXing() throws {
    var payloads = Payloads(seed: 74)
    try expectRead(by: .zxing) { aztec($0, &payloads) { _ in 140 } }
  }

  @Test func aztecCodesOfEveryLevelAreReadByAztecTool() throws {
    // aztec-tool reads a carriage return as no character, and sometimes drops the last digit, so its result must be the
    // start of the message. It reads no codes with more than one reference line, which begin with 12 layers.
    var payloads = Payloads(seed: 75, bytes: Array(0...12) + Array(14...255))
    try expectRead(by: .aztecTool, exactly: 194, orAllBut: 1) {
      aztec($0, &payloads) { level in 6 + (95 - level) * 9 / 10 }
    }
  }

  private func pdf417(_ index: Int, _ payloads: inout Payloads) -> (Data, CIFilter) {
    let filter = CIFilter.pdf417BarcodeGenerator()
    filter.message = payloads.next(index, upTo: 140)
    // Nine levels, and the automatic one of the filter; digits, text and bytes, stated or detected by the filter.
    if index % 10 < 9 { filter.correctionLevel = Float(index % 10) }
    if index % 2 == 0 { filter.compactionMode = [2, 1, 3][index % 3] }
    if index % 4 == 1 { filter.alwaysSpecifyCompaction = 1 }
    if index % 5 == 2 { filter.dataColumns = Float(payloads.number(8...20)) }
    if index % 5 == 3 { filter.preferredAspectRatio = Float(payloads.number(1...6)) }
    return (filter.message, filter)
  }

  @Test func pdf417CodesOfEveryLevelAreReadByZXing() throws {
    var payloads = Payloads(seed: 76)
    try expectRead(by: .zxing) { pdf417($0, &payloads) }
  }

  @Test func pdf417CodesOfEveryLevelAreReadByPDF417Decoder() throws {
    var payloads = Payloads(seed: 77)
    // It takes a third of a second for each code, and ZXing reads 200.
    try expectRead(by: .pdf417decoder, of: 60) { pdf417($0, &payloads) }
  }

  // MARK: Descriptors

  @Test func dataMatrixCodesOfEverySizeAreReadByZXing() throws {
    let sizes = [
      (10, 10, 3), (12, 12, 5), (14, 14, 8), (16, 16, 12), (18, 18, 18), (20, 20, 22), (22, 22, 30), (24, 24, 36),
      (26, 26, 44), (32, 32, 62), (36, 36, 86), (40, 40, 114), (44, 44, 144), (48, 48, 174), (52, 52, 204),
      (64, 64, 280), (72, 72, 368), (80, 80, 456), (88, 88, 576), (96, 96, 696), (104, 104, 816), (120, 120, 1050),
      (132, 132, 1304), (8, 18, 5), (8, 32, 10), (12, 26, 16), (12, 36, 22), (16, 36, 32), (16, 48, 49),
    ]
    var random = SplitMix(seed: 78)
    let cases = try sizes.map { rows, columns, capacity in
      // Letters in ASCII mode: each codeword is one more than the letter.
      let message = Data((0..<capacity).map { _ in UInt8.random(in: 97...122, using: &random) })
      let descriptor = CIDataMatrixCodeDescriptor(
        payload: Data(message.map { $0 + 1 }), rowCount: rows, columnCount: columns, eccVersion: .v200)
      return (message, try code(of: #require(descriptor)))
    }
    let read = try CodeReader.zxing.read(cases.map(\.1), in: context)
    for (index, (one, data)) in zip(cases, read).enumerated() { #expect(data == one.0, "\(sizes[index])") }
  }

  @Test func qrCodesOfEveryVersionLevelAndMaskAreReadByZXing() throws {
    var random = SplitMix(seed: 79)
    var cases: [(message: Data, image: CIImage)] = []
    for version in 1...40 {
      for (step, level) in [CIQRCodeDescriptor.ErrorCorrectionLevel.levelL, .levelM, .levelQ, .levelH].enumerated() {
        guard let capacity = Self.capacities[step][version] else { continue }
        // Mode, length, bytes and terminator of byte mode (ISO/IEC 18004, 7.4.5), shifted by the mode's four bits.
        let header = version < 10 ? 2 : 3
        let message = Data((0..<capacity - header).map { _ in UInt8.random(in: 32...126, using: &random) })
        var nibbles: [UInt8] = [4]
        if version >= 10 { nibbles += [UInt8(message.count >> 12), UInt8(message.count >> 8 & 15)] }
        nibbles += [UInt8(message.count >> 4 & 15), UInt8(message.count & 15)]
        nibbles += message.flatMap { [$0 >> 4, $0 & 15] } + [0]
        let payload = Data(stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] })
        let descriptor = CIQRCodeDescriptor(
          payload: payload, symbolVersion: version, maskPattern: UInt8((version + step) % 8),
          errorCorrectionLevel: level)
        cases.append((message, try code(of: #require(descriptor, "version \(version) \(level)"))))
      }
    }
    let read = try CodeReader.zxing.read(cases.map(\.image), in: context)
    for (index, (one, data)) in zip(cases, read).enumerated() { #expect(data == one.message, "code \(index)") }
  }

  /// Data codewords of some versions, from the standard's table 7: L, M, Q, H.
  private static let capacities: [[Int: Int]] = [
    [1: 19, 2: 34, 5: 108, 7: 156, 10: 274, 15: 523, 20: 861, 32: 1955, 40: 2956],
    [1: 16, 2: 28, 5: 86, 7: 124, 10: 216, 15: 415, 20: 669, 32: 1541, 40: 2334],
    [1: 13, 2: 22, 5: 62, 7: 88, 10: 154, 15: 295, 20: 485, 32: 1115, 40: 1666],
    [1: 9, 2: 16, 5: 46, 7: 66, 10: 122, 15: 223, 20: 385, 32: 845, 40: 1276],
  ]

  private func code(of descriptor: CIBarcodeDescriptor) throws -> CIImage {
    let filter = CIFilter.barcodeGenerator()
    filter.barcodeDescriptor = descriptor
    return try filter.checkedOutputImage()
  }

  /// Generates codes and compares the messages that the reader reads.
  ///
  /// - Parameters:
  ///   - all: the number of codes.
  ///   - exact: the number of codes that must be read completely; nil: all.
  ///   - missing: the number of bytes that may be missing at the end of the others.
  private func expectRead(
    by reader: CodeReader, of all: Int = 200, exactly exact: Int? = nil, orAllBut missing: Int = 0,
    _ make: (Int) throws -> (message: Data, filter: CIFilter)
  ) throws {
    let cases = try (0..<all).map { index in
      let (message, filter) = try make(index)
      return (message: message, image: try filter.checkedOutputImage())
    }
    let read = try reader.read(cases.map(\.image), in: context)
    var count = 0
    for (index, (one, data)) in zip(cases, read).enumerated() {
      if data == one.message { count += 1 }
      let isRead = data.map { one.message.starts(with: $0) && one.message.count - $0.count <= missing } ?? false
      #expect(
        isRead,
        "message \(index), \(one.message.count) bytes: \(one.message.map { $0 }) is not \(data.map { Array($0) } ?? [])"
      )
    }
    #expect(count >= exact ?? all)
  }
}
