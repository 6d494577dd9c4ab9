import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A name with one or several values of an image under Exiv2's name: `Exif.Photo.FNumber`, `14/5`.
package struct MetadataTag: Hashable, Sendable {
  package let name: String
  /// EXIF arrays are one text, with spaces between the elements.
  package let values: [String]

  package init(_ name: String, _ values: [String]) { (self.name, self.values) = (name, values) }
  package init(_ name: String, _ value: String) { self.init(name, [value]) }
}

/// The functions of gexiv2, a C interface of Exiv2, that parse and create metadata blocks.
///
/// Loaded on the first access to metadata, since rendering does not need it. Thread-safe; calls are serialized.
package struct MetadataLibrary: @unchecked Sendable {
  // Unchecked: functions, which are immutable.
  package static let name = "libgexiv2.so.2"

  /// The library of this process, or the missing package.
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
  private let clear: @convention(c) (Object, UnsafePointer<CChar>, Failure) -> Int32
  private let exifData: @convention(c) (Object, Int32, Failure) -> Object?
  private let packet: @convention(c) (Object, Int32, UInt32, Failure) -> Text?
  private let bytes: @convention(c) (Object, UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?
  private let releaseBytes: @convention(c) (Object) -> Void
  private let release: @convention(c) (Object) -> Void
  private let releaseTexts: @convention(c) (Texts?) -> Void
  private let releaseText: @convention(c) (UnsafeMutableRawPointer?) -> Void
  private let clearFailure: @convention(c) (Failure) -> Void
  private let lock = Lock()

  /// The state of the XMP parser is global.
  private final class Lock: Sendable { let mutex = Mutex(()) }

  package init(_ name: String) throws(Missing) {
    // Never closed: its dependency GLib cannot be unloaded.
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw Missing(
        description: "reading and writing metadata requires \(name), which is not installed: install libgexiv2-2")
    }
    func symbol<Function>(_ function: String) throws(Missing) -> Function {
      guard let address = dlsym(library, function) else {
        throw Missing(description: "\(function) is missing in \(name): install gexiv2 0.14 or newer")
      }
      return unsafeBitCast(address, to: Function.self)
    }
    let start: @convention(c) () -> Int32 = try symbol("gexiv2_initialize")
    let setLog: @convention(c) (Int32) -> Void = try symbol("gexiv2_log_set_level")
    make = try symbol("gexiv2_metadata_new")
    open = try symbol("gexiv2_metadata_open_buf")
    exifNames = try symbol("gexiv2_metadata_get_exif_tags")
    iptcNames = try symbol("gexiv2_metadata_get_iptc_tags")
    xmpNames = try symbol("gexiv2_metadata_get_xmp_tags")
    text = try symbol("gexiv2_metadata_try_get_tag_string")
    list = try symbol("gexiv2_metadata_try_get_tag_multiple")
    setText = try symbol("gexiv2_metadata_try_set_tag_string")
    setList = try symbol("gexiv2_metadata_try_set_tag_multiple")
    clear = try symbol("gexiv2_metadata_try_clear_tag")
    exifData = try symbol("gexiv2_metadata_get_exif_data")
    packet = try symbol("gexiv2_metadata_try_generate_xmp_packet")
    bytes = try symbol("g_bytes_get_data")
    releaseBytes = try symbol("g_bytes_unref")
    release = try symbol("g_object_unref")
    releaseTexts = try symbol("g_strfreev")
    releaseText = try symbol("g_free")
    clearFailure = try symbol("g_clear_error")
    guard start() != 0 else { throw Missing(description: "\(name) failed to initialize") }
    // GEXIV2_LOG_LEVEL_MUTE: errors in a file's metadata do not belong on standard error.
    setLog(4)
  }

  // MARK: Reading

  /// Returns the EXIF values; none if the block is damaged.
  package func exif(of metadata: ImageMetadata) -> [MetadataTag] { tags(in: metadata.exif) }

  /// Returns the XMP and IPTC values, each name once: IPTC has precedence over XMP. XMP values also appear under the
  /// equivalent names of EXIF and IPTC. Damaged blocks have no values.
  package func captions(of metadata: ImageMetadata) -> [MetadataTag] {
    let records = tags(in: envelope(metadata.photoshop))
    let names = Set(records.map(\.name))
    return records + tags(in: metadata.xmp).filter { !names.contains($0.name) }
  }

  /// Returns Photoshop resources inside of a minimal JPEG file: Exiv2 detects the kind of a block by its file format.
  /// EXIF data are a TIFF file, and XMP packets are files of their own.
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
    block.isEmpty ? [] : lock.mutex.withLock { _ in read(block) }
  }

  private func read(_ block: [UInt8]) -> [MetadataTag] {
    guard let object = opened(block) else { return [] }
    defer { release(object) }
    let exif = names(exifNames(object)).compactMap { name in
      ignoringError { text(object, name, $0) }.map { MetadataTag(name, string(taking: $0)) }
    }
    let others = (names(iptcNames(object)) + names(xmpNames(object))).compactMap { name -> MetadataTag? in
      let values = names(ignoringError { list(object, name, $0) })
      return values.isEmpty ? nil : MetadataTag(name, values)
    }
    return exif + others
  }

  private func opened(_ block: [UInt8]) -> Object? {
    guard let object = make() else { return nil }
    if ignoringError({ open(object, block, block.count, $0) }) != 0 { return object }
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

  private func string(taking text: Text) -> String {
    defer { releaseText(text) }
    return String(cString: text)
  }

  /// Calls a function and ignores the error that it reports.
  private func ignoringError<Result>(_ body: (Failure) -> Result) -> Result {
    var failure: UnsafeMutableRawPointer?
    defer { if failure != nil { clearFailure(&failure) } }
    return body(&failure)
  }

  // MARK: Writing

  /// Returns EXIF data and an XMP packet with these values. Tags that Exiv2 does not support, or that cannot have such
  /// a value, are omitted.
  package func blocks(of tags: [MetadataTag]) -> (exif: [UInt8], xmp: [UInt8]) {
    lock.mutex.withLock { _ in
      // An empty JPEG is the smallest file that can contain both.
      guard let object = opened([0xff, 0xd8, 0xff, 0xd9]) else { return ([], []) }
      defer { release(object) }
      for tag in tags { set(tag, of: object) }
      // GEXIV2_BYTE_ORDER_LITTLE and _BIG: the machine's order, so that TIFF files can use values without swapping.
      let order: Int32 = UInt16(1).littleEndian == 1 ? 0 : 1
      let hasExif = tags.contains { $0.name.hasPrefix("Exif.") }
      let exif = hasExif ? ignoringError { exifData(object, order, $0) }.map { data(taking: $0) } ?? [] : []
      // GEXIV2_OMIT_PACKET_WRAPPER is not set: some readers search for the packet's markers.
      let hasXMP = tags.contains { $0.name.hasPrefix("Xmp.") }
      let xmp = hasXMP ? ignoringError { packet(object, 0x40, 0, $0) }.map { Array(string(taking: $0).utf8) } ?? [] : []
      return (exif, xmp)
    }
  }

  /// Returns an XMP packet with some properties changed. Other properties are preserved, including those of unknown
  /// namespaces. If there is no change, returns the packet itself. If Exiv2 does not recognize the packet, returns an
  /// empty array.
  ///
  /// - Parameter edit: is called with the packet's properties, and returns the names to remove and the properties to
  ///   set.
  package func packet(
    _ packet: [UInt8], edit: ([MetadataTag]) -> (removed: Set<String>, set: [MetadataTag])
  ) -> [UInt8] {
    lock.mutex.withLock { _ in
      guard let object = opened(packet) else { return [] }
      defer { release(object) }
      let tags = names(xmpNames(object)).map { name in
        MetadataTag(name, names(ignoringError { list(object, name, $0) }))
      }
      let (removed, added) = edit(tags)
      if removed.isEmpty, added.isEmpty { return packet }
      for name in removed { _ = ignoringError { clear(object, name, $0) } }
      for tag in added { set(tag, of: object) }
      let text = ignoringError { self.packet(object, 0x40, 0, $0) }
      return text.map { Array(string(taking: $0).utf8) } ?? []
    }
  }

  private func set(_ tag: MetadataTag, of object: Object) {
    guard !tag.name.hasPrefix("Xmp.") else {
      var values = tag.values.map { strdup($0).map { UnsafePointer($0) } } + [nil]
      defer { for value in values { free(UnsafeMutablePointer(mutating: value)) } }
      _ = ignoringError { failure in setList(object, tag.name, &values, failure) }
      return
    }
    if let value = tag.values.first { _ = ignoringError { setText(object, tag.name, value, $0) } }
  }

  private func data(taking object: Object) -> [UInt8] {
    defer { releaseBytes(object) }
    var count = 0
    return bytes(object, &count).map { [UInt8](UnsafeBufferPointer(start: $0, count: count)) } ?? []
  }
}
