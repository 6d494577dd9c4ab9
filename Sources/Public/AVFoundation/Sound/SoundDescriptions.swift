import CoreMedia

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// Returns the memory layout of PCM sound, or nil for other samples.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: CMAudioFormatDescription
) -> AudioStreamBasicDescription? {
  (desc.extensions[CodecParameters.extensionKey] as? CodecParameters)?.pcmFormat?.basicDescription
}

/// The error code for an unsupported audio format.
public var kCMFormatDescriptionError_InvalidParameter: OSStatus { -12710 }

/// Creates the description of an app's PCM sound with interleaved channels. Sets `formatDescriptionOut`.
///
/// - Parameters: `layout`, `magicCookie` and `extensions` are ignored.
/// - Returns: 0; `kCMFormatDescriptionError_InvalidParameter` for unsupported formats, and nothing is set then.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafeRawPointer?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  guard let pcmFormat = PCMFormat(asbd.pointee), let description = pcmFormat.formatDescription else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  formatDescriptionOut.pointee = description
  return 0
}
