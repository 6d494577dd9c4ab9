// A cross-import overlay: the compiler loads it for files that import both `Testing` and `CoreImage`.
@_exported import CoreImage
