// Code for Core Media gets pixel buffers and what Foundation has from `import CoreMedia` alone.
@_exported import CoreVideo
