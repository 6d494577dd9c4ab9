#ifndef CGLSLANG_H
#define CGLSLANG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The result of compiling a source text. Free it with `cglslang_free`.
typedef struct {
  /// The SPIR-V module; NULL if there were errors.
  uint32_t *words;
  size_t wordCount;
  /// Errors and warnings of the compiler, one a line; never NULL.
  char *log;
} CGlslangResult;

/// Initializes the compiler; once per process, before the first call of `cglslang_compile`.
void cglslang_start(void);

/// Compiles GLSL 4.50 compute source to SPIR-V 1.5 for Vulkan 1.2. Uncalled functions are retained with their names and
/// nothing is optimised, so that functions can be extracted from the module. If glslang itself fails, that is reported
/// as an error in the log.
CGlslangResult cglslang_compile(const char *source);

void cglslang_free(CGlslangResult result);

#ifdef __cplusplus
}
#endif

#endif
