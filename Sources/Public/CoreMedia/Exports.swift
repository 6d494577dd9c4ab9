// `import CoreMedia` alone provides pixel buffers and Foundation.
@_exported import CoreVideo
