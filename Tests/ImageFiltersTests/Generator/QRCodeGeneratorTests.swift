import Foundation
import ImageFilters
import ImageGraph
import ImageReference
import TestSupport
import Testing

@Suite struct QRCodeGeneratorTests {
  func code(_ text: String, level: String = "M") throws -> Node {
    try filtered("CIQRCodeGenerator", ["inputMessage": .data(Data(text.utf8)), "inputCorrectionLevel": .text(level)])
  }

  @Test func aShortMessageHasTwentyOneModulesAndAQuietZone() throws {
    let image = try code("Hello world", level: "L")
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 23, height: 23)))
    #expect(try pixel(image, 0, 22) == [1, 1, 1, 1])
    // The finder pattern at the top left: dark, light, dark square.
    #expect(try pixel(image, 1, 21) == [0, 0, 0, 1])
    #expect(try pixel(image, 2, 20) == [1, 1, 1, 1])
    #expect(try pixel(image, 4, 18) == [0, 0, 0, 1])
    // The corner without a finder pattern lies at the lower right.
    #expect(try pixel(image, 21, 21) == [0, 0, 0, 1])
    #expect(try pixel(image, 1, 1) == [0, 0, 0, 1])
  }

  @Test func unknownLevelsListTheKnownOnes() {
    #expect(message { _ = try code("a", level: "X") }.contains("L, M, Q or H"))
  }

  @Test func aMessageThatIsTooLongSaysHowMuchFits() {
    let text = message { _ = try code(String(repeating: "é", count: 2000), level: "H") }
    #expect(text.contains("4000") && text.contains("1273"))
    #expect(message { _ = try code(String(repeating: "é", count: 9000)) }.contains("2331"))
  }

  @Test func anEmptyMessageIsAnError() {
    #expect(message { _ = try code("") }.contains("inputMessage"))
  }
}
