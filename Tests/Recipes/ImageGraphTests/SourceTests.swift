import ImageGraph
import Testing

/// An image and what stands for one.
@Suite struct SourceTests {
  private func image() throws -> Source {
    let pixels = try PixelBuffer(width: 8, height: 4, format: .rgba8)
    return Source(pixels, colorSpace: .sRGB, alpha: .straight, label: "photo.png")
  }

  @Test func everyImageIsAnotherAndItsStandInIsTheSame() throws {
    let (one, other) = (try image(), try image())
    #expect(one.identity != other.identity && one.shape == other.shape)
    let standIn = Source(withoutPixels: one)
    #expect(Op.source(standIn) == .source(one) && Op.source(standIn) != .source(other))
    #expect(standIn.shape == one.shape && standIn.label == one.label && standIn.placeholderNumber == nil)
    #expect(Node.source(standIn).hash == Node.source(one).hash)
  }

  @Test func placeholdersAreEqualByNumber() throws {
    let shape = try image().shape
    let (zero, one) = (Source(placeholder: 0, for: shape), Source(placeholder: 1, for: shape))
    #expect(zero.identity == Source(placeholder: 0, for: shape).identity && zero.identity != one.identity)
    #expect(one.placeholderNumber == 1 && one.shape == shape)
    #expect(try image().placeholderNumber == nil)
  }

  @Test func onlyImagesHavePixels() throws {
    let image = try image()
    #expect(try image.pixels().width == 8)
    #expect(image.cachedPixels != nil && !image.hasRowReader)
    for source in [Source(withoutPixels: image), Source(placeholder: 0, for: image.shape)] {
      #expect(source.cachedPixels == nil && !source.hasRowReader)
      #expect(throws: RenderError.self) { try source.pixels() }
    }
  }
}
