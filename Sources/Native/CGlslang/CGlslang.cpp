// Written in C++ because glslang 12 throws on some texts that its preprocessor cannot parse, and an uncaught exception
// would end the process, whose callers are C and Swift.
#include "CGlslang.h"

#include "../CGlslangInline/CGlslangInline.h"

#include <exception>
#include <string>

void cglslang_start(void) { cglslang_begin(); }

CGlslangResult cglslang_compile(const char *source) {
  CGlslangWork work = {};
  try {
    cglslang_work(source, &work);
  } catch (const std::exception &error) {
    free(work.words);
    free(work.log);
    work.words = nullptr;
    work.log = strdup((std::string("ERROR: 0:1: glslang failed: ") + error.what()).c_str());
  }
  cglslang_end(&work);
  CGlslangResult result = {};
  result.words = work.words;
  result.wordCount = work.words ? work.wordCount : 0;
  result.log = work.log;
  return result;
}

void cglslang_free(CGlslangResult result) {
  free(result.words);
  free(result.log);
}
