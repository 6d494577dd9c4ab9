// The functions of OpenGL that this package calls. They are loaded dynamically, so programs are not linked with libGL,
// and its headers are not needed to build. If these are installed, Check.c compares every line with them.
#ifndef CGL_FUNCTIONS_H
#define CGL_FUNCTIONS_H

#include <stdint.h>

// DO(name, result, parameters). GLenum, GLuint and GLbitfield are `unsigned`, GLint and GLsizei `int`.
#define CGL_CORE_FUNCTIONS(DO)                                                                                         \
  DO(glGetString, const unsigned char *, (unsigned))                                                                   \
  DO(glGetStringi, const unsigned char *, (unsigned, unsigned))                                                        \
  DO(glGetError, unsigned, (void))                                                                                     \
  DO(glGetIntegerv, void, (unsigned, int *))                                                                           \
  DO(glIsEnabled, unsigned char, (unsigned))                                                                           \
  DO(glEnable, void, (unsigned))                                                                                       \
  DO(glDisable, void, (unsigned))                                                                                      \
  DO(glFinish, void, (void))                                                                                           \
  DO(glIsTexture, unsigned char, (unsigned))                                                                           \
  DO(glGenTextures, void, (int, unsigned *))                                                                           \
  DO(glDeleteTextures, void, (int, const unsigned *))                                                                  \
  DO(glBindTexture, void, (unsigned, unsigned))                                                                        \
  DO(glTexParameteri, void, (unsigned, unsigned, int))                                                                 \
  DO(glTexImage2D, void, (unsigned, int, int, int, int, int, unsigned, unsigned, const void *))                        \
  DO(glTexSubImage2D, void, (unsigned, int, int, int, int, int, unsigned, unsigned, const void *))                     \
  DO(glPixelStorei, void, (unsigned, int))                                                                             \
  DO(glReadPixels, void, (int, int, int, int, unsigned, unsigned, void *))                                             \
  DO(glBindBuffer, void, (unsigned, unsigned))                                                                         \
  DO(glGenFramebuffers, void, (int, unsigned *))                                                                       \
  DO(glDeleteFramebuffers, void, (int, const unsigned *))                                                              \
  DO(glBindFramebuffer, void, (unsigned, unsigned))                                                                    \
  DO(glIsFramebuffer, unsigned char, (unsigned))                                                                       \
  DO(glFramebufferTexture2D, void, (unsigned, unsigned, unsigned, unsigned, int))                                      \
  DO(glCheckFramebufferStatus, unsigned, (unsigned))                                                                   \
  DO(glGetFramebufferAttachmentParameteriv, void, (unsigned, unsigned, unsigned, int *))                               \
  DO(glBlitFramebuffer, void, (int, int, int, int, int, int, int, int, unsigned, unsigned))

/// Functions of OpenGL 4.5 and of extensions. They must not be called unless the context supports them.
#define CGL_OTHER_FUNCTIONS(DO)                                                                                        \
  DO(glGetTexLevelParameteriv, void, (unsigned, int, unsigned, int *))                                                 \
  DO(glGetGraphicsResetStatus, unsigned, (void))                                                                       \
  DO(glGetUnsignedBytevEXT, void, (unsigned, unsigned char *))                                                         \
  DO(glGetUnsignedBytei_vEXT, void, (unsigned, unsigned, unsigned char *))                                             \
  DO(glCreateMemoryObjectsEXT, void, (int, unsigned *))                                                                \
  DO(glDeleteMemoryObjectsEXT, void, (int, const unsigned *))                                                          \
  DO(glMemoryObjectParameterivEXT, void, (unsigned, unsigned, const int *))                                            \
  DO(glImportMemoryFdEXT, void, (unsigned, uint64_t, unsigned, int))                                                   \
  DO(glTexStorageMem2DEXT, void, (unsigned, int, unsigned, int, int, unsigned, uint64_t))

#define CGL_MEMBER(name, result, parameters) result(*name) parameters;

/// All functions are non-NULL, even if the context does not support them.
typedef struct CGLFunctions {
  CGL_CORE_FUNCTIONS(CGL_MEMBER)
  CGL_OTHER_FUNCTIONS(CGL_MEMBER)
} CGLFunctions;

#undef CGL_MEMBER

/// OpenGL's constants.
enum {
  CGL_NO_ERROR = 0,
  CGL_CONTEXT_LOST = 0x0507,
  CGL_BACK = 0x0405,
  CGL_SCISSOR_TEST = 0x0C11,
  CGL_UNPACK_ROW_LENGTH = 0x0CF2,
  CGL_UNPACK_SKIP_ROWS = 0x0CF3,
  CGL_UNPACK_SKIP_PIXELS = 0x0CF4,
  CGL_UNPACK_ALIGNMENT = 0x0CF5,
  CGL_PACK_ROW_LENGTH = 0x0D02,
  CGL_PACK_SKIP_ROWS = 0x0D03,
  CGL_PACK_SKIP_PIXELS = 0x0D04,
  CGL_PACK_ALIGNMENT = 0x0D05,
  CGL_TEXTURE_2D = 0x0DE1,
  CGL_TEXTURE_WIDTH = 0x1000,
  CGL_TEXTURE_HEIGHT = 0x1001,
  CGL_UNSIGNED_BYTE = 0x1401,
  CGL_FLOAT = 0x1406,
  CGL_RGBA = 0x1908,
  CGL_VERSION = 0x1F02,
  CGL_EXTENSIONS = 0x1F03,
  CGL_NEAREST = 0x2600,
  CGL_LINEAR = 0x2601,
  CGL_TEXTURE_MAG_FILTER = 0x2800,
  CGL_TEXTURE_MIN_FILTER = 0x2801,
  CGL_COLOR_BUFFER_BIT = 0x4000,
  CGL_RGBA8 = 0x8058,
  CGL_TEXTURE_BINDING_2D = 0x8069,
  CGL_TEXTURE_MAX_LEVEL = 0x813D,
  CGL_FRAMEBUFFER_COMPONENT_TYPE = 0x8211,
  CGL_FRAMEBUFFER_RED_SIZE = 0x8212,
  CGL_NUM_EXTENSIONS = 0x821D,
  CGL_RGBA32F = 0x8814,
  CGL_PIXEL_PACK_BUFFER = 0x88EB,
  CGL_PIXEL_UNPACK_BUFFER = 0x88EC,
  CGL_PIXEL_PACK_BUFFER_BINDING = 0x88ED,
  CGL_PIXEL_UNPACK_BUFFER_BINDING = 0x88EF,
  CGL_DRAW_FRAMEBUFFER_BINDING = 0x8CA6,
  CGL_READ_FRAMEBUFFER = 0x8CA8,
  CGL_DRAW_FRAMEBUFFER = 0x8CA9,
  CGL_READ_FRAMEBUFFER_BINDING = 0x8CAA,
  CGL_FRAMEBUFFER_COMPLETE = 0x8CD5,
  CGL_COLOR_ATTACHMENT0 = 0x8CE0,
  CGL_FRAMEBUFFER_SRGB = 0x8DB9,
  CGL_DEDICATED_MEMORY_OBJECT = 0x9581,
  CGL_HANDLE_TYPE_OPAQUE_FD = 0x9586,
  CGL_DEVICE_UUID = 0x9597,
  CGL_DRIVER_UUID = 0x9598
};

#endif
