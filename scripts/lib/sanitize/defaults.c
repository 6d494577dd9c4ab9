// Linked into every program that scripts/sanitize builds: the options and suppressions of the sanitizers, which also apply to
// programs that tests start with another environment, and annotations that the sanitizers lack.
// ADDRESS, THREAD or UNDEFINED is the sanitizer, REPORTS the folder of reports, LEAKS and RACES are the suppressions.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Reports are written to files, one for each process, because tests compare the output of programs.
#define COMMON "log_path=" REPORTS "/report:print_suppressions=0:"

#if defined(ADDRESS)
// Swift's containers are not annotated. The tests of limits require an error instead of an abort.
const char *__asan_default_options(void) { return COMMON "detect_leaks=1:allocator_may_return_null=1"; }
const char *__lsan_default_suppressions(void) { return LEAKS; }
#elif defined(UNDEFINED)
const char *__ubsan_default_options(void) { return COMMON "print_stacktrace=1"; }
#elif defined(THREAD)
// Drivers, Foundation and codecs are not instrumented, and their internal synchronisation is not checked.
const char *__tsan_default_options(void) { return COMMON "ignore_noninstrumented_modules=1:allocator_may_return_null=1"; }
const char *__tsan_default_suppressions(void) { return RACES; }

// Swift's Mutex locks and unlocks in code that is inlined into its users, and in its library if threads wait for each other.
// The library is not instrumented: without these two functions, every value behind a Mutex is a race.
void __tsan_acquire(void *);
void __tsan_release(void *);

#define SELF void *self __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
typedef __attribute__((swiftcall)) void lock_function(uint32_t thread, SELF);
typedef __attribute__((swiftcall)) void unlock_function(SELF);

lock_function lock __asm__(LOCK);
unlock_function unlock __asm__(UNLOCK);

__attribute__((swiftcall)) void lock(uint32_t thread, SELF) {
  ((lock_function *)dlsym(RTLD_NEXT, LOCK))(thread, self);
  __tsan_acquire(self);
}

__attribute__((swiftcall)) void unlock(SELF) {
  __tsan_release(self);
  ((unlock_function *)dlsym(RTLD_NEXT, UNLOCK))(self);
}
#endif

// Libraries stay loaded, so that reports and suppressions can name them: the Vulkan loader unloads drivers.
int dlclose(void *library) {
  (void)library;
  return 0;
}
