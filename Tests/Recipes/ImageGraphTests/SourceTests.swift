import ImageGraph
import Testing

/// A picture and what stands for one.
@Suite struct SourceTests {
  private func picture() throws -> Source {
    let pixels = try PixelBuffer(width: 8, height: 4, format: .rgba8)
    return Source(pixels, colorSpace: .sRGB, alpha: .straight, label: "photo.png")
  }

  @Test func everyPictureIsAnotherAndItsStandInIsTheSame() throws {
    let (one, other) = (try picture(), try picture())
    #expect(one.identity != other.identity && one.shape == other.shape)
    let standIn = Source(standingFor: one)
    #expect(Op.source(standIn) == .source(one) && Op.source(standIn) != .source(other))
    #expect(standIn.shape == one.shape && standIn.label == one.label && standIn.placeholderNumber == nil)
    #expect(Node.source(standIn).hash == Node.source(one).hash)
  }

  @Test func placeholdersAreEqualByNumber() throws {
    let shape = try picture().shape
    let (zero, one) = (Source(placeholder: 0, for: shape), Source(placeholder: 1, for: shape))
    #expect(zero.identity == Source(placeholder: 0, for: shape).identity && zero.identity != one.identity)
    #expect(one.placeholderNumber == 1 && one.shape == shape)
    #expect(try picture().placeholderNumber == nil)
  }

  @Test func onlyPicturesHavePixels() throws {
    let picture = try picture()
    #expect(try picture.pixels().width == 8)
    #expect(picture.kept != nil && !picture.givesRows)
    for source in [Source(standingFor: picture), Source(placeholder: 0, for: picture.shape)] {
      #expect(source.kept == nil && !source.givesRows)
      #expect(throws: RenderError.self) { try source.pixels() }
    }
  }
}
