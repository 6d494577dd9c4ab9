/// The help on recipes that depend on time.
package let recipesOverTime = """
  A VALUE may depend on time t, in seconds from the start of the output:
  {"keyframes": [[t, VALUE], …], "curve": CURVE, "extend": EXTEND}, with ascending times, or
  {"time": {"scale": 10, "offset": 0}}, the number scale * t + offset. CURVE is "linear" (default), "hold", "smooth"
  or a Bézier timing function [x1, y1, x2, y2]. EXTEND, for times before the first and after the last keyframe, is
  "hold" (default), "loop" or "pingpong". Numbers and vectors are interpolated, colours as premultiplied linear light,
  transforms by rotation, scale, skew and translation. Strings, images, data, true and false are held until the next
  keyframe, and must not change which kernels run. In citool video, IMAGE may be {"frame": true}, the frame of the
  video.
  """
