/* Makes one system call on a file fail. Preloaded into the server and PostgreSQL by `benchmarks/faults`.
   A page shared by all processes says which call fails next, and how. Only calls on files below one folder
   count, so that programs start and log as usual. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { SHORT = -1 };
enum kind { OPEN = 1, WRITE = 2, SYNC = 4, NAME = 8, SPACE = 16, READ = 32 };

/* The same layout as in `harness/faults.py`. */
struct control {
    atomic_int armed;     /* whether calls count */
    atomic_int kinds;     /* the kinds of calls that count */
    atomic_int failure;   /* the errno of the failure, or SHORT */
    atomic_int wanted;    /* which call fails, from 1 on; 0 for none */
    atomic_int counted;   /* the calls so far */
    atomic_int fired;     /* how often a call failed */
    char what[1000];      /* the call that failed */
    char folder[1000];    /* the folder whose files count */
};

static struct control *control;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAULTS");
    if (!path) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *page = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) control = page;
    close(file);
}

#define REAL(name) ({ static __typeof__(&name) real; if (!real) real = dlsym(RTLD_NEXT, #name); real; })

static int is_inside(const char *path) {
    char folder[PATH_MAX];
    if (!control || !path) return 0;
    if (path[0] != '/') {  /* PostgreSQL names its files from its folder */
        if (!getcwd(folder, sizeof folder)) return 0;
        path = folder;
    }
    return !strncmp(path, control->folder, strlen(control->folder));
}

/* Whether a call counts, and is the one that fails. */
static int fails(enum kind kind, const char *name, const char *path) {
    if (!control || !control->armed || !(control->kinds & kind) || !is_inside(path)) return 0;
    if (++control->counted != control->wanted) return 0;
    control->fired++;
    snprintf(control->what, sizeof control->what, "%s %s", name, path);
    return 1;
}

/* The same for a call on a descriptor, which may be a socket or a pipe too. */
static int fails_on(int file, enum kind kind, const char *name) {
    char link[64], path[PATH_MAX];
    if (!control || !control->armed || !(control->kinds & kind)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0 || path[0] != '/') return 0;
    path[length] = 0;
    return fails(kind, name, path);
}

static int failure(void) {
    errno = control->failure == SHORT ? EIO : control->failure;
    return -1;
}

static int is_for_writing(int flags) { return (flags & O_ACCMODE) != O_RDONLY; }

static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

#define OPENS(function) \
    int function(const char *path, int flags, ...) { \
        va_list rest; va_start(rest, flags); mode_t mode = mode_of(flags, rest); va_end(rest); \
        if (is_for_writing(flags) && fails(OPEN, #function, path)) return failure(); \
        return REAL(function)(path, flags, mode); \
    }
OPENS(open)
OPENS(open64)

/* Half of a short write is written, so the caller must write the rest. */
#define WRITES(function, ...) \
    if (fails_on(file, WRITE, #function)) { \
        if (control->failure != SHORT || count < 2) return failure(); \
        count /= 2; \
    } \
    return REAL(function)(file, bytes, count, ##__VA_ARGS__)

ssize_t write(int file, const void *bytes, size_t count) { WRITES(write); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { WRITES(pwrite, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) { WRITES(pwrite64, offset); }

#define WRITES_PARTS(function, ...) \
    if (fails_on(file, WRITE, #function)) { \
        if (control->failure != SHORT || count < 2) return failure(); \
        count /= 2; \
    } \
    return REAL(function)(file, parts, count, ##__VA_ARGS__)

ssize_t writev(int file, const struct iovec *parts, int count) { WRITES_PARTS(writev); }
ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) { WRITES_PARTS(pwritev, offset); }
ssize_t pwritev64(int file, const struct iovec *parts, int count, off_t offset) { WRITES_PARTS(pwritev64, offset); }

#define READS(function, ...) \
    if (fails_on(file, READ, #function)) return failure(); \
    return REAL(function)(file, bytes, count, ##__VA_ARGS__)

ssize_t read(int file, void *bytes, size_t count) { READS(read); }
ssize_t pread(int file, void *bytes, size_t count, off_t offset) { READS(pread, offset); }
ssize_t pread64(int file, void *bytes, size_t count, off_t offset) { READS(pread64, offset); }

#define SYNCS(function) int function(int file) { return fails_on(file, SYNC, #function) ? failure() : REAL(function)(file); }
SYNCS(fsync)
SYNCS(fdatasync)

#define SPACES(function) int function(int file, off_t size) { return fails_on(file, SPACE, #function) ? failure() : REAL(function)(file, size); }
SPACES(ftruncate)
SPACES(ftruncate64)

/* These return the error instead of setting errno. */
#define RESERVES(function) \
    int function(int file, off_t offset, off_t size) { \
        if (!fails_on(file, SPACE, #function)) return REAL(function)(file, offset, size); \
        failure(); \
        return errno; \
    }
RESERVES(posix_fallocate)
RESERVES(posix_fallocate64)

#define NAMES(function, parameters, path, ...) \
    int function parameters { \
        if (fails(NAME, #function, path)) return failure(); \
        return REAL(function)(__VA_ARGS__); \
    }
NAMES(rename, (const char *old, const char *new), new, old, new)
NAMES(link, (const char *old, const char *new), new, old, new)
NAMES(unlink, (const char *path), path, path)
NAMES(mkdir, (const char *path, mode_t mode), path, path, mode)
