// Linked into every program that scripts/sanitize builds: the sanitizers' options and suppressions, which programs that
// tests start need as well, whatever environment they get; and what the sanitizers do not know by themselves.
// ADDRESS, THREAD or UNDEFINED says which it is, REPORTS where reports go, LEAKS and RACES are the suppressions.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Reports go to files, one for a process: tests look at what programs print.
#define COMMON "log_path=" REPORTS "/report:print_suppressions=0:"

#if defined(ADDRESS)
// Swift's own containers are not annotated. A limit's test wants an error, not the end of the process.
const char *__asan_default_options(void) { return COMMON "detect_leaks=1:allocator_may_return_null=1"; }
const char *__lsan_default_suppressions(void) { return LEAKS; }
#elif defined(UNDEFINED)
const char *__ubsan_default_options(void) { return COMMON "print_stacktrace=1"; }
#elif defined(THREAD)
// What drivers, Foundation and codecs do between themselves has no instruments, and is theirs.
const char *__tsan_default_options(void) { return COMMON "ignore_noninstrumented_modules=1:allocator_may_return_null=1"; }
const char *__tsan_default_suppressions(void) { return RACES; }

// Swift's Mutex takes and gives itself in code that is compiled into its users, and in its library where threads wait for
// each other. That one has no instruments: without these two, every value behind a Mutex is a race.
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

// Libraries stay, so that reports and suppressions can name them: the Vulkan loader unloads drivers.
int dlclose(void *library) {
  (void)library;
  return 0;
}
