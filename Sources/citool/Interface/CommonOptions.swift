let commonOptions = """
  common options
    --backend vulkan|reference        what computes; a GPU or software Vulkan by itself
    --device N|NAME                   a device by its number in `citool devices` or by a part of its name
    --memory BYTES                    memory that a render may take, for example 256MiB; an eighth of it is
                                      for files and the driver, and larger renders are made in parts
    --format rgba8|rgba16|rgbah|rgbaf components of the result; TIFF stores them, PNG 8 or 16 bits, JPEG and WebP 8
    --color-space NAME                of the result, for example displayP3; sRGB by itself
    --quality 0...1                   of JPEG and WebP; 0.9 by itself; 1 is lossless WebP
    --stats FILE.json                 what the render took
  """
