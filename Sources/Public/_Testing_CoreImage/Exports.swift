// `import Testing` beside `import CoreImage` makes the compiler look for a cross-import overlay of this name.
@_exported import CoreImage
