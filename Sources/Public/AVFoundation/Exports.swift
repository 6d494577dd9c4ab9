// Code for AVFoundation gets times and pixel buffers from `import AVFoundation` alone.
@_exported import CoreMedia
