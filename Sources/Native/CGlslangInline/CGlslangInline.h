// What CGlslang does, without an object of its own: the tool that compiles the shaders is built twice by SwiftPM, and an object
// of C that both builds write makes each of them, whenever a package is planned anew, compile all that depends on it.
#ifndef CGLSLANG_INLINE_H
#define CGLSLANG_INLINE_H

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A text that is being compiled: all NULL before, and given back by `cglslang_end`.
typedef struct {
  glslang_shader_t *shader;
  glslang_program_t *program;
  /// The SPIR-V module, or NULL when there were errors. To be freed by who takes it.
  uint32_t *words;
  size_t wordCount;
  /// Errors and warnings as the compiler wrote them, one a line; NULL where there is no memory. To be freed as well.
  char *log;
} CGlslangWork;

/// Starts the compiler; once for the process.
static inline void cglslang_begin(void) { glslang_initialize_process(); }

static inline char *cglslang_joined(const char *a, const char *b) {
  a = a ? a : "";
  b = b ? b : "";
  size_t size = strlen(a) + strlen(b) + 2;
  char *text = (char *)malloc(size);
  if (text) snprintf(text, size, "%s\n%s", a, b);
  return text;
}

/// Compiles GLSL 4.50 compute source to SPIR-V 1.5 for Vulkan 1.2. Functions that nothing calls are kept with their names,
/// and nothing is optimised, so that functions can be lifted out of the module.
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

/// Gives back what compiling took; words and log stay.
static inline void cglslang_end(CGlslangWork *work) {
  if (work->program) glslang_program_delete(work->program);
  if (work->shader) glslang_shader_delete(work->shader);
  work->program = NULL;
  work->shader = NULL;
}

#endif
