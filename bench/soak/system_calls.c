/* System calls of a server in a soak, loaded by LD_PRELOAD: the wall clock is wrong, and the disk is slow.

   The file NAADAM_SOAK_SETTINGS is mapped into memory. It contains two doubles, which the soak changes: the seconds
   that are added to the wall clock, and the seconds that a write takes longer to reach the disk. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct settings {
    double shift;
    double delay;
};

static const struct settings none;
static const volatile struct settings *settings = &none;

__attribute__((constructor)) static void map_settings(void) {
    const char *name = getenv("NAADAM_SOAK_SETTINGS");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED) settings = mapped;
}

int clock_gettime(clockid_t which, struct timespec *now) {
    static int (*original)(clockid_t, struct timespec *);
    if (!original) original = dlsym(RTLD_NEXT, "clock_gettime");
    int result = original(which, now);
    if (which == CLOCK_REALTIME && !result) now->tv_sec += (time_t)settings->shift;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    static int (*original)(struct timeval *, void *);
    if (!original) original = dlsym(RTLD_NEXT, "gettimeofday");
    int result = original(now, zone);
    if (now && !result) now->tv_sec += (time_t)settings->shift;
    return result;
}

time_t time(time_t *where) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where) *where = now.tv_sec;
    return now.tv_sec;
}

static void wait_for_disk(void) {
    double seconds = settings->delay;
    struct timespec left = {(time_t)seconds, (long)((seconds - (time_t)seconds) * 1e9)};
    if (seconds > 0) nanosleep(&left, NULL);
}

int fsync(int file) {
    static int (*original)(int);
    if (!original) original = dlsym(RTLD_NEXT, "fsync");
    wait_for_disk();
    return original(file);
}

int fdatasync(int file) {
    static int (*original)(int);
    if (!original) original = dlsym(RTLD_NEXT, "fdatasync");
    wait_for_disk();
    return original(file);
}
