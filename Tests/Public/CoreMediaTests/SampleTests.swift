import CoreMedia
import Foundation
import Testing

@Suite struct SampleTests {
  @Test func aSampleIsAImageWithItsTime() throws {
    let buffer = try CVPixelBuffer(width: 6, height: 4, pixelFormat: kCVPixelFormatType_420YpCbCr8Planar)
    CVBufferSetAttachment(
      buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: 25), presentationTimeStamp: CMTime(value: 3, timescale: 25),
      decodeTimeStamp: .invalid)
    let sample = CMSampleBuffer(imageBuffer: buffer, sampleTiming: timing)
    #expect(CMSampleBufferGetImageBuffer(sample) === buffer)
    #expect(CMSampleBufferGetPresentationTimeStamp(sample) == timing.presentationTimeStamp)
    #expect(CMSampleBufferGetDuration(sample) == timing.duration)
    #expect(!CMSampleBufferGetDecodeTimeStamp(sample).isValid)

    let format = try #require(CMSampleBufferGetFormatDescription(sample))
    #expect(CMFormatDescriptionGetMediaType(format) == kCMMediaType_Video)
    #expect(CMFormatDescriptionGetMediaSubType(format) == kCVPixelFormatType_420YpCbCr8Planar)
    #expect(CMVideoFormatDescriptionGetDimensions(format) == CMVideoDimensions(width: 6, height: 4))
    let matrix = CMFormatDescriptionGetExtension(format, extensionKey: kCMFormatDescriptionExtension_YCbCrMatrix)
    #expect(matrix as? String == kCVImageBufferYCbCrMatrix_ITU_R_709_2 as String)
    #expect(format.description == "vide y420 6x4")
    #expect(format == CMFormatDescription(imageBuffer: buffer))

    var made: CMSampleBuffer?
    let status = withUnsafePointer(to: timing) {
      CMSampleBufferCreateReadyWithImageBuffer(
        allocator: nil, imageBuffer: buffer, formatDescription: format, sampleTiming: $0, sampleBufferOut: &made)
    }
    #expect(status == 0 && made?.imageBuffer === buffer && made?.formatDescription === format)
  }

  @Test func aPacketIsBytesWithTheirTime() throws {
    let block = CMBlockBuffer(Data([1, 2, 3, 4]))
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: 1024, timescale: 48000), presentationTimeStamp: .zero, decodeTimeStamp: .zero)
    let sample = CMSampleBuffer(
      dataBuffer: block, formatDescription: nil, sampleTiming: timing,
      attachments: [kCMSampleAttachmentKey_NotSync: true] as CFDictionary)
    #expect(CMSampleBufferGetDataBuffer(sample) === block && CMSampleBufferGetImageBuffer(sample) == nil)
    #expect(CMSampleBufferGetTotalSampleSize(sample) == 4 && CMSampleBufferGetNumSamples(sample) == 1)
    let facts = CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false)?.firstObject as? CFDictionary
    #expect(facts?[kCMSampleAttachmentKey_NotSync] as? Bool == true)

    var bytes: [UInt8] = [0, 0]
    #expect(CMBlockBufferCopyDataBytes(block, atOffset: 1, dataLength: 2, destination: &bytes) == 0)
    #expect(bytes == [2, 3])
    for (offset, length) in [(3, 2), (-1, 1), (5, 0), (0, Int.max)] {
      #expect(
        CMBlockBufferCopyDataBytes(block, atOffset: offset, dataLength: length, destination: &bytes)
          == kCMBlockBufferBadOffsetParameterErr)
    }
    #expect(bytes == [2, 3])
  }

  @Test func pixelsThatAreNotSquareWidenWhatIsShown() {
    let ratio = [
      kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 4, kCVImageBufferPixelAspectRatioVerticalSpacingKey: 3,
    ]
    let format = CMFormatDescription(
      mediaType: kCMMediaType_Video, mediaSubType: kCMVideoCodecType_H264,
      dimensions: CMVideoDimensions(width: 720, height: 576),
      extensions: [kCMFormatDescriptionExtension_PixelAspectRatio: ratio as CFDictionary] as CFDictionary)
    func shown(_ usesRatio: Bool) -> CGSize {
      CMVideoFormatDescriptionGetPresentationDimensions(
        format, usePixelAspectRatio: usesRatio, useCleanAperture: false)
    }
    #expect(shown(true) == CGSize(width: 960, height: 576))
    #expect(shown(false) == CGSize(width: 720, height: 576))
  }

  @Test func anEditIsTwoSpans() {
    let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    #expect(CMTimeMappingMake(source: second, target: second).isValid)
    #expect(!CMTimeMapping().isValid)
    let empty = CMTimeMappingMakeEmpty(second)
    #expect(empty.isValid && empty.isEmpty && !CMTimeMapping(source: second, target: second).isEmpty)
  }
}
