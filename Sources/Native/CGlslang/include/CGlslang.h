#ifndef CGLSLANG_H
#define CGLSLANG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What became of one source text. Free with `cglslang_free`.
typedef struct {
  /// The SPIR-V module, or NULL when there were errors.
  uint32_t *words;
  size_t wordCount;
  /// Errors and warnings as the compiler wrote them, one a line; never NULL.
  char *log;
} CGlslangResult;

/// Starts the compiler; once for the process, before the first call of `cglslang_compile`.
void cglslang_start(void);

/// Compiles GLSL 4.50 compute source to SPIR-V 1.5 for Vulkan 1.2. Functions that nothing calls are kept with their names,
/// and nothing is optimised, so that functions can be lifted out of the module. A text that glslang itself fails on is an
/// error like any other.
CGlslangResult cglslang_compile(const char *source);

void cglslang_free(CGlslangResult result);

#ifdef __cplusplus
}
#endif

#endif
