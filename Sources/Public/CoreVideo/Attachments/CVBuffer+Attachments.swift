import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// Attaches a value. It replaces an attachment with the same key. The value must not be changed afterwards.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
  buffer.attachments[key as String] = Attachments.Entry(value: value, mode: attachmentMode)
}

/// Returns the value of a key, or nil if there is none.
///
/// - Parameter attachmentMode: receives whether the attachment propagates; unchanged if there is no value.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  guard let entry = buffer.attachments[key as String] else { return nil }
  attachmentMode?.pointee = entry.mode
  return entry.value
}

/// Returns the value of a key, which the buffer retains, or nil if there is none.
@available(*, deprecated, renamed: "CVBufferCopyAttachment(_:_:_:)")
public func CVBufferGetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Unmanaged<CFTypeRef>? {
  CVBufferCopyAttachment(buffer, key, attachmentMode).map { Unmanaged.passUnretained($0) }
}

/// Returns whether there is an attachment with this key.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.attachments[key as String] != nil
}

/// Removes the attachment with this key, if there is one.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) { buffer.attachments[key as String] = nil }

/// Removes all attachments.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) { buffer.attachments.removeAll() }

/// Returns all attachments of one mode by their keys, or nil if there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  let entries = buffer.attachments.all(attachmentMode)
  return entries.isEmpty ? nil : entries.mapValues { $0.value as Any } as CFDictionary
}

/// Returns all attachments of one mode by their keys, or nil if there are none.
@available(*, deprecated, renamed: "CVBufferCopyAttachments(_:_:)")
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Attaches all values of a dictionary. They replace attachments with the same keys. Keys that are not strings are
/// omitted.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
  var entries: [String: Attachments.Entry] = [:]
  for (key, value) in theAttachments {
    if let key = key as? String { entries[key] = Attachments.Entry(value: value as AnyObject, mode: attachmentMode) }
  }
  buffer.attachments.merge(entries)
}

/// Copies the propagating attachments of one buffer to another one. They replace attachments with the same keys and
/// propagate from there as well.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  destinationBuffer.attachments.merge(sourceBuffer.attachments.all(.shouldPropagate))
}
