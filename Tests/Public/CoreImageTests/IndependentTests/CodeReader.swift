import CoreImage
import Foundation
import RandomNumbers
import TestFiles
import TestSupport
import Testing

/// Programs that read barcodes.
enum CodeReader: String, CaseIterable {
  case zxing
  case aztecTool = "aztec-tool"
  case pdf417decoder

  private static let tests = testFile("Public/CoreImageTests")

  /// The folder in which scripts/setup installs the readers that Debian does not have.
  private static let folder = repository.appending(path: ".build/readers").path

  private static let python = OutsideProgram(
    places: ["/usr/bin/python3", "python3"],
    probe: ["-c", "import sys; sys.path.insert(0, '\(folder)'); import zxingcpp, aztec_tool, pdf417decoder"],
    packages: "python3-zxing-cpp, and with pip aztec-tool and pdf417decoder")

  /// Reads the messages of the codes; nil for those that the reader cannot read.
  func read(_ codes: [CIImage], in context: CIContext) throws -> [Data?] {
    let folder = try TestFolder()
    for (index, code) in codes.enumerated() {
      try context.writePNGRepresentation(
        of: code, to: folder.file("\(index).png"), format: .L8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    }
    let program = Self.tests.appending(path: "Resources/read-codes.py").path
    let output = try Self.python.run(
      [program, rawValue, Self.folder] + codes.indices.map { "\($0).png" }, in: folder)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return codes.indices.map { $0 < lines.count ? Data(hexadecimal: lines[$0]) : nil }
  }
}

extension Data {
  fileprivate init?(hexadecimal text: Substring) {
    guard !text.hasPrefix("none") else { return nil }
    let digits = text.compactMap(\.hexDigitValue)
    let bytes: [UInt8] = stride(from: 0, to: digits.count - 1, by: 2).map { place in
      UInt8(digits[place] * 16 + digits[place + 1])
    }
    self.init(bytes)
  }
}

/// Random messages of the kinds that barcodes encode in specific modes.
struct Payloads {
  private var random: SplitMix
  private let bytes: [UInt8]

  /// - Parameter bytes: the bytes of messages of any bytes.
  init(seed: UInt64, bytes: [UInt8] = Array(0...255)) {
    random = SplitMix(seed: seed)
    self.bytes = bytes
  }

  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;/?!-_%&$".utf8)
  private static let digits = Array("0123456789".utf8)

  /// Text, digits and bytes in turn.
  mutating func next(_ index: Int, upTo length: Int) -> Data {
    let signs = [Self.letters, Self.digits, bytes][index % 3]
    return Data((0..<Int.random(in: 1...length, using: &random)).map { _ in signs.randomElement(using: &random)! })
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}
