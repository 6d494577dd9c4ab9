// The implementation of CGlslang without an object file: SwiftPM builds the tool that compiles the shaders twice, and
// both builds would write the same C object. That causes a recompilation of all dependents whenever a package is
// planned again.
#ifndef CGLSLANG_INLINE_H
#define CGLSLANG_INLINE_H

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A compilation: all NULL before, and released by `cglslang_end`.
typedef struct {
  glslang_shader_t *shader;
  glslang_program_t *program;
  /// The SPIR-V module; NULL if there were errors. The caller frees it.
  uint32_t *words;
  size_t wordCount;
  /// Errors and warnings of the compiler, one a line; NULL if memory is exhausted. The caller frees it.
  char *log;
} CGlslangWork;

/// Initializes the compiler; once per process.
static inline void cglslang_begin(void) { glslang_initialize_process(); }

static inline char *cglslang_joined(const char *a, const char *b) {
  a = a ? a : "";
  b = b ? b : "";
  size_t size = strlen(a) + strlen(b) + 2;
  char *text = (char *)malloc(size);
  if (text) snprintf(text, size, "%s\n%s", a, b);
  return text;
}

/// Compiles GLSL 4.50 compute source to SPIR-V 1.5 for Vulkan 1.2. Uncalled functions are retained with their names and
/// nothing is optimised, so that functions can be extracted from the module.
static inline void cglslang_work(const char *source, CGlslangWork *work) {
  const int messages = GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT | GLSLANG_MSG_KEEP_UNCALLED_BIT;
  glslang_input_t input;
  memset(&input, 0, sizeof input);
  input.language = GLSLANG_SOURCE_GLSL;
  input.stage = GLSLANG_STAGE_COMPUTE;
  input.client = GLSLANG_CLIENT_VULKAN;
  input.client_version = GLSLANG_TARGET_VULKAN_1_2;
  input.target_language = GLSLANG_TARGET_SPV;
  input.target_language_version = GLSLANG_TARGET_SPV_1_5;
  input.code = source;
  input.default_version = 450;
  input.default_profile = GLSLANG_NO_PROFILE;
  input.messages = (glslang_messages_t)messages;
  input.resource = glslang_default_resource();

  work->shader = glslang_shader_create(&input);
  work->program = glslang_program_create();
  if (work->shader && work->program && glslang_shader_preprocess(work->shader, &input) &&
      glslang_shader_parse(work->shader, &input)) {
    glslang_program_add_shader(work->program, work->shader);
    if (glslang_program_link(work->program, messages)) {
      glslang_spv_options_t options;
      memset(&options, 0, sizeof options);
      options.disable_optimizer = true;
      glslang_program_SPIRV_generate_with_options(work->program, GLSLANG_STAGE_COMPUTE, &options);
      work->wordCount = glslang_program_SPIRV_get_size(work->program);
      work->words = (uint32_t *)malloc(work->wordCount * sizeof(uint32_t));
      if (work->words) glslang_program_SPIRV_get(work->program, work->words);
    }
  }
  work->log = cglslang_joined(
      work->shader ? glslang_shader_get_info_log(work->shader) : "ERROR: out of memory",
      work->program && !work->words ? glslang_program_get_info_log(work->program) : "");
}

/// Releases the compiler's objects; words and log remain.
static inline void cglslang_end(CGlslangWork *work) {
  if (work->program) glslang_program_delete(work->program);
  if (work->shader) glslang_shader_delete(work->shader);
  work->program = NULL;
  work->shader = NULL;
}

#endif
