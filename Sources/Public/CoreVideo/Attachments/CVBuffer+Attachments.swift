import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// Attaches a value, in place of what has the key. The value must not be changed afterwards.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
  buffer.attachments[key as String] = Attachments.Entry(value: value, mode: attachmentMode)
}

/// The value of a key; nil when nothing has it.
///
/// - Parameter attachmentMode: gets whether it goes on; untouched when there is no value.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  guard let entry = buffer.attachments[key as String] else { return nil }
  attachmentMode?.pointee = entry.mode
  return entry.value
}

/// The value of a key, which the buffer keeps; nil when nothing has it.
@available(*, deprecated, renamed: "CVBufferCopyAttachment(_:_:_:)")
public func CVBufferGetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Unmanaged<CFTypeRef>? {
  CVBufferCopyAttachment(buffer, key, attachmentMode).map { Unmanaged.passUnretained($0) }
}

/// True when something has the key.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.attachments[key as String] != nil
}

/// Takes off what has the key, if anything has.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) { buffer.attachments[key as String] = nil }

/// Takes all off.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) { buffer.attachments.removeAll() }

/// All values of one mode by their keys; nil when there is none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  let entries = buffer.attachments.all(attachmentMode)
  return entries.isEmpty ? nil : entries.mapValues { $0.value as Any } as CFDictionary
}

/// All values of one mode by their keys; nil when there is none.
@available(*, deprecated, renamed: "CVBufferCopyAttachments(_:_:)")
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Attaches all values of a dictionary, in place of what has their keys. Keys that are no strings are left out.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
  var entries: [String: Attachments.Entry] = [:]
  for (key, value) in theAttachments {
    if let key = key as? String { entries[key] = Attachments.Entry(value: value as AnyObject, mode: attachmentMode) }
  }
  buffer.attachments.merge(entries)
}

/// Attaches what goes on from one buffer to another one, in place of what has these keys there; it goes on from there,
/// too.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  destinationBuffer.attachments.merge(sourceBuffer.attachments.all(.shouldPropagate))
}
