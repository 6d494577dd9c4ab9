import LayerTime
import Testing
