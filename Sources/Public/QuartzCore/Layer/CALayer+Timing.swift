import Foundation

/// The timing of the layer's content: animations, emitters, replicas and sublayers.
extension CALayer: CAMediaTiming {
  public var beginTime: CFTimeInterval {
    get { read(LayerProperties.beginTime) }
    set { set(LayerProperties.beginTime, newValue) }
  }
  public var duration: CFTimeInterval {
    get { read(LayerProperties.duration) }
    set { set(LayerProperties.duration, newValue) }
  }
  public var speed: Float {
    get { read(LayerProperties.speed) }
    set { set(LayerProperties.speed, newValue) }
  }
  public var timeOffset: CFTimeInterval {
    get { read(LayerProperties.timeOffset) }
    set { set(LayerProperties.timeOffset, newValue) }
  }
  public var repeatCount: Float {
    get { read(LayerProperties.repeatCount) }
    set { set(LayerProperties.repeatCount, newValue) }
  }
  public var repeatDuration: CFTimeInterval {
    get { read(LayerProperties.repeatDuration) }
    set { set(LayerProperties.repeatDuration, newValue) }
  }
  public var autoreverses: Bool {
    get { read(LayerProperties.autoreverses) }
    set { set(LayerProperties.autoreverses, newValue) }
  }
  public var fillMode: CAMediaTimingFillMode {
    get { read(LayerProperties.fillMode) }
    set { set(LayerProperties.fillMode, newValue) }
  }
}

extension CAMediaTimingFillMode: LayerName {}
