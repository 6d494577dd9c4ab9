import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One value, or several, of an image under Exiv2's name for it: `Exif.Photo.FNumber`, `14/5`.
package struct MetadataTag: Hashable, Sendable {
  package let name: String
  /// Numbers of EXIF are one text, with spaces between them.
  package let values: [String]

  package init(_ name: String, _ values: [String]) { (self.name, self.values) = (name, values) }
  package init(_ name: String, _ value: String) { self.init(name, [value]) }
}

/// The few functions of gexiv2, Exiv2's face in C, that read and make blocks of metadata.
///
/// Found when somebody first asks for an image's metadata and not when a program starts: no app needs it in order to
/// render. May be used from any thread; threads take turns.
package struct MetadataLibrary: @unchecked Sendable {
  // Unchecked: functions, which are never set again.
  package static let name = "libgexiv2.so.2"

  /// The library of this process, or what to install.
  package static let shared = Result { () throws(Missing) in try MetadataLibrary(name) }

  package struct Missing: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  private typealias Object = OpaquePointer
  private typealias Text = UnsafeMutablePointer<CChar>
  private typealias Texts = UnsafeMutablePointer<Text?>
  private typealias Failure = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  private let make: @convention(c) () -> Object?
  private let open: @convention(c) (Object, UnsafePointer<UInt8>, Int, Failure) -> Int32
  private let exifNames: @convention(c) (Object) -> Texts?
  private let iptcNames: @convention(c) (Object) -> Texts?
  private let xmpNames: @convention(c) (Object) -> Texts?
  private let text: @convention(c) (Object, UnsafePointer<CChar>, Failure) -> Text?
  private let list: @convention(c) (Object, UnsafePointer<CChar>, Failure) -> Texts?
  private let setText: @convention(c) (Object, UnsafePointer<CChar>, UnsafePointer<CChar>, Failure) -> Int32
  private let setList:
    @convention(c) (Object, UnsafePointer<CChar>, UnsafeMutablePointer<UnsafePointer<CChar>?>, Failure) -> Int32
  private let exifData: @convention(c) (Object, Int32, Failure) -> Object?
  private let packet: @convention(c) (Object, Int32, UInt32, Failure) -> Text?
  private let bytes: @convention(c) (Object, UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?
  private let releaseBytes: @convention(c) (Object) -> Void
  private let release: @convention(c) (Object) -> Void
  private let releaseTexts: @convention(c) (Texts?) -> Void
  private let releaseText: @convention(c) (UnsafeMutableRawPointer?) -> Void
  private let clearFailure: @convention(c) (Failure) -> Void
  private let turn = Turn()

  /// XMP's parser has a state that all threads share.
  private final class Turn: Sendable { let mutex = Mutex(()) }

  package init(_ name: String) throws(Missing) {
    // Never closed: GLib, which comes with it, cannot be unloaded.
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw Missing(description: "\(name), which reads and writes metadata by Exiv2, is not there: install libgexiv2-2")
    }
    func find<Function>(_ function: String) throws(Missing) -> Function {
      guard let address = dlsym(library, function) else {
        throw Missing(description: "\(function) is missing in \(name); gexiv2 0.14 or newer is needed")
      }
      return unsafeBitCast(address, to: Function.self)
    }
    let start: @convention(c) () -> Int32 = try find("gexiv2_initialize")
    let setLog: @convention(c) (Int32) -> Void = try find("gexiv2_log_set_level")
    make = try find("gexiv2_metadata_new")
    open = try find("gexiv2_metadata_open_buf")
    exifNames = try find("gexiv2_metadata_get_exif_tags")
    iptcNames = try find("gexiv2_metadata_get_iptc_tags")
    xmpNames = try find("gexiv2_metadata_get_xmp_tags")
    text = try find("gexiv2_metadata_try_get_tag_string")
    list = try find("gexiv2_metadata_try_get_tag_multiple")
    setText = try find("gexiv2_metadata_try_set_tag_string")
    setList = try find("gexiv2_metadata_try_set_tag_multiple")
    exifData = try find("gexiv2_metadata_get_exif_data")
    packet = try find("gexiv2_metadata_try_generate_xmp_packet")
    bytes = try find("g_bytes_get_data")
    releaseBytes = try find("g_bytes_unref")
    release = try find("g_object_unref")
    releaseTexts = try find("g_strfreev")
    releaseText = try find("g_free")
    clearFailure = try find("g_clear_error")
    guard start() != 0 else { throw Missing(description: "\(name) cannot be set up") }
    // GEXIV2_LOG_LEVEL_MUTE: what is wrong with a file's metadata is not for the terminal.
    setLog(4)
  }

  // MARK: Reading

  /// What EXIF data say; a damaged block says nothing.
  package func exif(of metadata: ImageMetadata) -> [MetadataTag] { tags(in: metadata.exif) }

  /// What XMP and IPTC say, each name once: IPTC goes before XMP. XMP also comes under the names of EXIF and IPTC that
  /// mean the same. Damaged blocks say nothing.
  package func captions(of metadata: ImageMetadata) -> [MetadataTag] {
    let records = tags(in: envelope(metadata.photoshop))
    let known = Set(records.map(\.name))
    return records + tags(in: metadata.xmp).filter { !known.contains($0.name) }
  }

  /// Photoshop's resources in the smallest file that has a place for them: Exiv2 knows blocks by their files. EXIF data
  /// are a TIFF, and packets are files of their own.
  private func envelope(_ photoshop: [UInt8]) -> [UInt8] {
    guard !photoshop.isEmpty else { return [] }
    var result: [UInt8] = [0xff, 0xd8]
    for start in stride(from: 0, to: photoshop.count, by: 65000) {
      let part = Array("Photoshop 3.0".utf8) + [0] + photoshop[start..<min(start + 65000, photoshop.count)]
      result += [0xff, 0xed, UInt8((part.count + 2) >> 8), UInt8((part.count + 2) & 0xff)] + part
    }
    return result + [0xff, 0xd9]
  }

  private func tags(in block: [UInt8]) -> [MetadataTag] {
    block.isEmpty ? [] : turn.mutex.withLock { _ in read(block) }
  }

  private func read(_ block: [UInt8]) -> [MetadataTag] {
    guard let object = opened(block) else { return [] }
    defer { release(object) }
    let exif = names(exifNames(object)).compactMap { name in
      trying { text(object, name, $0) }.map { MetadataTag(name, taken($0)) }
    }
    let others = (names(iptcNames(object)) + names(xmpNames(object))).compactMap { name -> MetadataTag? in
      let values = names(trying { list(object, name, $0) })
      return values.isEmpty ? nil : MetadataTag(name, values)
    }
    return exif + others
  }

  private func opened(_ block: [UInt8]) -> Object? {
    guard let object = make() else { return nil }
    if trying({ open(object, block, block.count, $0) }) != 0 { return object }
    release(object)
    return nil
  }

  private func names(_ texts: Texts?) -> [String] {
    guard let texts else { return [] }
    defer { releaseTexts(texts) }
    var result: [String] = []
    while let next = texts[result.count] { result.append(String(cString: next)) }
    return result
  }

  private func taken(_ text: Text) -> String {
    defer { releaseText(text) }
    return String(cString: text)
  }

  /// Calls a function that may leave a reason for failing, which nobody wants to know.
  private func trying<Result>(_ body: (Failure) -> Result) -> Result {
    var failure: UnsafeMutableRawPointer?
    defer { if failure != nil { clearFailure(&failure) } }
    return body(&failure)
  }

  // MARK: Writing

  /// EXIF data and an XMP packet that say this; what Exiv2 does not know, or cannot take for such a value, is left out.
  package func blocks(of tags: [MetadataTag]) -> (exif: [UInt8], xmp: [UInt8]) {
    turn.mutex.withLock { _ in
      // An empty JPEG is the smallest file that has a place for both.
      guard let object = opened([0xff, 0xd8, 0xff, 0xd9]) else { return ([], []) }
      defer { release(object) }
      for tag in tags { set(tag, of: object) }
      // GEXIV2_BYTE_ORDER_LITTLE and _BIG: as the machine has it, so that TIFF files can take parts as they are.
      let order: Int32 = UInt16(1).littleEndian == 1 ? 0 : 1
      let hasExif = tags.contains { $0.name.hasPrefix("Exif.") }
      let exif = hasExif ? trying { exifData(object, order, $0) }.map(taken) ?? [] : []
      // GEXIV2_OMIT_PACKET_WRAPPER is not set: some readers look for the packet's ends.
      let hasXMP = tags.contains { $0.name.hasPrefix("Xmp.") }
      let xmp = hasXMP ? trying { packet(object, 0x40, 0, $0) }.map { Array(taken($0).utf8) } ?? [] : []
      return (exif, xmp)
    }
  }

  private func set(_ tag: MetadataTag, of object: Object) {
    guard !tag.name.hasPrefix("Xmp.") else {
      var values = tag.values.map { strdup($0).map { UnsafePointer($0) } } + [nil]
      defer { for value in values { free(UnsafeMutablePointer(mutating: value)) } }
      _ = trying { failure in setList(object, tag.name, &values, failure) }
      return
    }
    if let value = tag.values.first { _ = trying { setText(object, tag.name, value, $0) } }
  }

  private func taken(_ object: Object) -> [UInt8] {
    defer { releaseBytes(object) }
    var count = 0
    return bytes(object, &count).map { [UInt8](UnsafeBufferPointer(start: $0, count: count)) } ?? []
  }
}
