/// What there is to know of recipes that depend on time.
package let recipesOverTime = """
  A VALUE may depend on time t, in seconds from the start of the output:
  {"keyframes": [[t, VALUE], …], "curve": CURVE, "extend": EXTEND}, with times that ascend, or
  {"time": {"scale": 10, "offset": 0}}, the number scale * t + offset. CURVE is "linear" (by itself), "hold", "smooth"
  or a Bézier curve [x1, y1, x2, y2]; EXTEND, for the time before the first keyframe and behind the last one, is "hold"
  (by itself), "loop" or "pingpong". Numbers and vectors go over into each other, colours as premultiplied light,
  transforms as turns, stretches and shifts; strings, images, data, true and false are held until the next one, and may
  not change which kernels run. IMAGE may be {"frame": true}, the frame of the video, for citool video.
  """
