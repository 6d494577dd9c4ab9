import CoreMedia

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// How sound lies in memory that is not coded; nil for other samples.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: CMAudioFormatDescription
) -> AudioStreamBasicDescription? {
  (desc.extensions[CodecParameters.extensionKey] as? CodecParameters)?.form?.basicDescription
}

/// The sound is not of a kind that is taken here.
public var kCMFormatDescriptionError_InvalidParameter: OSStatus { -12710 }

/// Describes sound that an app makes: numbers that are not coded, channels in turn. Sets `formatDescriptionOut`.
///
/// - Parameters: `layout`, `magicCookie` and `extensions` are not looked at.
/// - Returns: 0; `kCMFormatDescriptionError_InvalidParameter` for other sound, and nothing is set then.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafeRawPointer?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  guard let form = PCMFormat(asbd.pointee), let description = form.formatDescription else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  formatDescriptionOut.pointee = description
  return 0
}
