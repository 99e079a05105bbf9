/*
 * Preloaded into a process (LD_PRELOAD): makes its file system calls fail, and writes a trace of those that change files. The calls are
 * those of Node.js and of every library in the process, such as DuckDB.
 *
 * Counted are calls on files below the directory URLSIEVE_FAULT_ROOT, and those that read what /proc says about processes and memory.
 * The file URLSIEVE_FAULT_CONTROL is mapped, so that another process sets the fault and reads the counts while this one runs. The
 * mapping is little-endian words:
 *
 *   0 armed | 1 kind | 2 at | 3 errno | 4 mode | 5 fired | 6 and on: calls of each kind
 *
 * Call number `at` of a kind, from 1, fails by `mode`: ONCE and ALWAYS (that call and all later ones) with the errno, SHORT transfers
 * half of the octets, KILL ends the process. A close that fails has closed the descriptor, as on Linux.
 *
 * A trace, URLSIEVE_FAULT_TRACE, has a line per call that changed something, and the octets after the line of a write:
 *
 *   C ino path | D ino path | W ino offset length | T ino size | S ino | R from to | L from to | Y path target | U path | X path
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { OPEN, READ, WRITE, SYNC, RENAME, LINK, TRUNCATE, CLOSE, UNLINK, STAT, MKDIR, MODE, KINDS };
enum mode { ONCE, ALWAYS, SHORT, KILL };
enum { MAX_DESCRIPTORS = 65536, ERROR = -1, NONE = 0, HALF = 1 };

struct control {
	_Atomic int armed, kind, at, error, mode, fired, counts[KINDS];
};

static struct control nowhere;
static struct control *control = &nowhere;
static const char *root = "";
static size_t root_length;
static int trace = -1;
static pthread_mutex_t tracing = PTHREAD_MUTEX_INITIALIZER;
/* Whether a descriptor is one of a file below the root: OURS, or WRITABLE. */
enum { OURS = 1, WRITABLE };
static _Atomic char is_ours[MAX_DESCRIPTORS];

/* The system call itself: `syscall` is one of the functions below. */
static long sys_begin(long number, ...);
static long (*sys)(long number, ...) = sys_begin;

static long sys_begin(long number, ...) {
	va_list rest;
	va_start(rest, number);
	long arguments[6];
	for (int at = 0; at < 6; ++at) arguments[at] = va_arg(rest, long);
	va_end(rest);
	sys = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
	return sys(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

#define REAL(name, result, ...) \
	static result (*real)(__VA_ARGS__); \
	if (real == NULL) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

__attribute__((constructor)) static void begin(void) {
	const char *path = getenv("URLSIEVE_FAULT_CONTROL");
	const char *below = getenv("URLSIEVE_FAULT_ROOT");
	const char *log = getenv("URLSIEVE_FAULT_TRACE");
	if (path == NULL || below == NULL) return;
	int descriptor = sys(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
	if (descriptor < 0) return;
	void *mapped = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
	sys(SYS_close, descriptor);
	if (mapped == MAP_FAILED) return;
	if (log != NULL) trace = sys(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	root = below;
	root_length = strlen(below);
	control = mapped;
}

static int is_below(const char *path) {
	if (root_length == 0 || path == NULL) return 0;
	if (strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || path[root_length] == '\0')) return 1;
	if (strncmp(path, "/proc/", 6) != 0) return 0;
	return strcmp(path, "/proc/meminfo") == 0 || strstr(path, "boot_id") != NULL || strcmp(strrchr(path, '/'), "/stat") == 0;
}

static int is_open(int descriptor) {
	return descriptor >= 0 && descriptor < MAX_DESCRIPTORS && is_ours[descriptor];
}

/* What is to happen to a call of this kind: NONE, ERROR with errno set, or HALF. */
static int fault(enum kind kind, int is_counted) {
	if (!is_counted || !control->armed) return NONE;
	int number = atomic_fetch_add(&control->counts[kind], 1) + 1;
	if (control->kind != (int)kind) return NONE;
	int mode = control->mode;
	if (mode == ALWAYS ? number < control->at : number != control->at) return NONE;
	control->fired = 1;
	if (mode == KILL) kill(getpid(), SIGKILL);
	if (mode == SHORT) return HALF;
	errno = control->error;
	return ERROR;
}

static void note(const char *line, int length, const void *octets, size_t count) {
	struct iovec parts[2] = {{(void *)line, length}, {(void *)octets, count}};
	sys(SYS_writev, trace, parts, count > 0 ? 2 : 1);
}

static void record(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void record(const char *format, ...) {
	char line[8400];
	va_list rest;
	va_start(rest, format);
	int length = vsnprintf(line, sizeof line, format, rest);
	va_end(rest);
	note(line, length, NULL, 0);
}

static unsigned long ino_of(int descriptor) {
	struct stat stat;
	return sys(SYS_fstat, descriptor, &stat) == 0 ? stat.st_ino : 0;
}

static int is_traced(int is_counted) {
	if (!is_counted || trace < 0) return 0;
	pthread_mutex_lock(&tracing);
	return 1;
}

static void end_trace(int is_locked) {
	int error = errno;
	if (is_locked) pthread_mutex_unlock(&tracing);
	errno = error;
}

/* Opening */

static int open_at(int folder, const char *path, int flags, mode_t mode) {
	int is_counted = is_below(path);
	if (fault(OPEN, is_counted) == ERROR) return -1;
	int is_locked = is_traced(is_counted && (flags & (O_CREAT | O_TRUNC)));
	int existed = is_locked && sys(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
	int descriptor = sys(SYS_openat, folder, path, flags | O_LARGEFILE, mode);
	if (descriptor >= 0 && descriptor < MAX_DESCRIPTORS) is_ours[descriptor] = !is_counted ? 0 : (flags & O_ACCMODE) == O_RDONLY ? OURS : WRITABLE;
	if (is_locked && descriptor >= 0) {
		if (!existed) record("C %lu %s\n", ino_of(descriptor), path);
		else if (flags & O_TRUNC) record("T %lu 0\n", ino_of(descriptor));
	}
	end_trace(is_locked);
	return descriptor;
}

static mode_t mode_of(int flags, va_list rest) {
	return flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define OPENING(name, folder, ...) \
	int name(__VA_ARGS__, int flags, ...) { \
		va_list rest; \
		va_start(rest, flags); \
		mode_t mode = mode_of(flags, rest); \
		va_end(rest); \
		return open_at(folder, path, flags, mode); \
	}
OPENING(open, AT_FDCWD, const char *path)
OPENING(open64, AT_FDCWD, const char *path)
OPENING(openat, folder, int folder, const char *path)
OPENING(openat64, folder, int folder, const char *path)

DIR *opendir(const char *path) {
	REAL("opendir", DIR *, const char *);
	return fault(OPEN, is_below(path)) == ERROR ? NULL : real(path);
}

#define SCANNING(name, entry) \
	int name(const char *path, struct entry ***names, int (*filter)(const struct entry *), \
		int (*compare)(const struct entry **, const struct entry **)) { \
		REAL(#name, int, const char *, struct entry ***, int (*)(const struct entry *), \
			int (*)(const struct entry **, const struct entry **)); \
		return fault(OPEN, is_below(path)) == ERROR ? -1 : real(path, names, filter, compare); \
	}
SCANNING(scandir, dirent)
SCANNING(scandir64, dirent64)

static int close_file(int descriptor) {
	int is_counted = is_open(descriptor);
	/* Only what was written may fail so late. */
	int what = fault(CLOSE, is_counted && is_ours[descriptor] == WRITABLE);
	int error = errno;
	if (is_counted) is_ours[descriptor] = 0;
	int result = sys(SYS_close, descriptor);
	if (what != ERROR) return result;
	errno = error;
	return -1;
}

int close(int descriptor) {
	return close_file(descriptor);
}

/* Reading and writing. A traced write appends where the descriptor stands if it has no offset. */

static size_t shorter(int what, size_t count) {
	return what == HALF && count > 1 ? count / 2 : count;
}

static ssize_t read_file(int descriptor, void *into, size_t count, off_t offset, int has_offset) {
	int what = fault(READ, is_open(descriptor));
	if (what == ERROR) return -1;
	size_t size = shorter(what, count);
	return has_offset ? sys(SYS_pread64, descriptor, into, size, offset) : sys(SYS_read, descriptor, into, size);
}

static ssize_t write_file(int descriptor, const void *octets, size_t count, off_t offset, int has_offset) {
	int is_counted = is_open(descriptor);
	int what = fault(WRITE, is_counted);
	if (what == ERROR) return -1;
	size_t size = shorter(what, count);
	int is_locked = is_traced(is_counted);
	if (is_locked && !has_offset) {
		int is_appended = sys(SYS_fcntl, descriptor, F_GETFL) & O_APPEND;
		offset = sys(SYS_lseek, descriptor, 0, is_appended ? SEEK_END : SEEK_CUR);
	}
	ssize_t written = has_offset ? sys(SYS_pwrite64, descriptor, octets, size, offset)
	                             : sys(SYS_write, descriptor, octets, size);
	if (is_locked && written > 0) {
		char line[100];
		note(line, snprintf(line, sizeof line, "W %lu %ld %ld\n", ino_of(descriptor), (long)offset, (long)written), octets, written);
	}
	end_trace(is_locked);
	return written;
}

ssize_t read(int descriptor, void *into, size_t count) {
	return read_file(descriptor, into, count, 0, 0);
}
ssize_t pread(int descriptor, void *into, size_t count, off_t offset) {
	return read_file(descriptor, into, count, offset, 1);
}
ssize_t pread64(int descriptor, void *into, size_t count, off_t offset) {
	return read_file(descriptor, into, count, offset, 1);
}
ssize_t write(int descriptor, const void *octets, size_t count) {
	return write_file(descriptor, octets, count, 0, 0);
}
ssize_t pwrite(int descriptor, const void *octets, size_t count, off_t offset) {
	return write_file(descriptor, octets, count, offset, 1);
}
ssize_t pwrite64(int descriptor, const void *octets, size_t count, off_t offset) {
	return write_file(descriptor, octets, count, offset, 1);
}

/* Vectors on our files are transferred one part at a time, so that a fault or a trace sees each. */
#define VECTOR(name, file, number, parameters, place, has_place) \
	ssize_t name parameters { \
		if (!is_open(descriptor)) return number; \
		ssize_t sum = 0; \
		for (int part = 0; part < count; ++part) { \
			ssize_t moved = file(descriptor, parts[part].iov_base, parts[part].iov_len, place + sum, has_place); \
			if (moved < 0) return sum > 0 ? sum : moved; \
			sum += moved; \
			if ((size_t)moved < parts[part].iov_len) break; \
		} \
		return sum; \
	}
VECTOR(readv, read_file, sys(SYS_readv, descriptor, parts, count), (int descriptor, const struct iovec *parts, int count), 0, 0)
VECTOR(writev, write_file, sys(SYS_writev, descriptor, parts, count), (int descriptor, const struct iovec *parts, int count), 0, 0)
VECTOR(preadv64, read_file, sys(SYS_preadv, descriptor, parts, count, offset, 0),
	(int descriptor, const struct iovec *parts, int count, off64_t offset), offset, 1)
VECTOR(pwritev64, write_file, sys(SYS_pwritev, descriptor, parts, count, offset, 0),
	(int descriptor, const struct iovec *parts, int count, off64_t offset), offset, 1)

static int sync_file(long number, int descriptor) {
	int is_counted = is_open(descriptor);
	if (fault(SYNC, is_counted) == ERROR) return -1;
	int is_locked = is_traced(is_counted);
	/* Only the simulated disk decides what lasts. */
	int result = is_locked ? 0 : sys(number, descriptor);
	if (is_locked) record("S %lu\n", ino_of(descriptor));
	end_trace(is_locked);
	return result;
}
int fsync(int descriptor) {
	return sync_file(SYS_fsync, descriptor);
}
int fdatasync(int descriptor) {
	return sync_file(SYS_fdatasync, descriptor);
}

/* Names */

/* The parts of a traced line are separated by spaces: paths of the tests have none. */
#define NAMED(signature, kind, counted, call, ...) \
	int signature { \
		int is_counted = counted; \
		if (fault(kind, is_counted) == ERROR) return -1; \
		int is_locked = is_traced(is_counted); \
		int result = call; \
		if (is_locked && result == 0) record(__VA_ARGS__); \
		end_trace(is_locked); \
		return result; \
	}
NAMED(rename(const char *from, const char *to), RENAME, is_below(to), sys(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to), "R %s %s\n", from, to)
NAMED(link(const char *from, const char *to), LINK, is_below(to), sys(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0), "L %s %s\n", from, to)
NAMED(symlink(const char *target, const char *path), LINK, is_below(path), sys(SYS_symlinkat, target, AT_FDCWD, path), "Y %s %s\n", path, target)
NAMED(unlink(const char *path), UNLINK, is_below(path), sys(SYS_unlinkat, AT_FDCWD, path, 0), "U %s\n", path)
NAMED(rmdir(const char *path), UNLINK, is_below(path), sys(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR), "X %s\n", path)
NAMED(ftruncate(int descriptor, off_t size), TRUNCATE, is_open(descriptor), sys(SYS_ftruncate, descriptor, size), "T %lu %ld\n", ino_of(descriptor), (long)size)
NAMED(ftruncate64(int descriptor, off64_t size), TRUNCATE, is_open(descriptor), sys(SYS_ftruncate, descriptor, size), "T %lu %ld\n", ino_of(descriptor), (long)size)

static unsigned long ino_at(const char *path) {
	struct stat stat;
	return sys(SYS_newfstatat, AT_FDCWD, path, &stat, AT_SYMLINK_NOFOLLOW) == 0 ? stat.st_ino : 0;
}
NAMED(mkdir(const char *path, mode_t mode), MKDIR, is_below(path), sys(SYS_mkdirat, AT_FDCWD, path, mode), "D %lu %s\n", ino_at(path), path)

/* Attributes */

#define PLAIN(signature, kind, counted, call) \
	int signature { \
		return fault(kind, counted) == ERROR ? -1 : (int)(call); \
	}
PLAIN(fchmod(int descriptor, mode_t mode), MODE, is_open(descriptor), sys(SYS_fchmod, descriptor, mode))
PLAIN(chmod(const char *path, mode_t mode), MODE, is_below(path), sys(SYS_fchmodat, AT_FDCWD, path, mode))
PLAIN(fchown(int descriptor, uid_t user, gid_t group), MODE, is_open(descriptor), sys(SYS_fchown, descriptor, user, group))
PLAIN(access(const char *path, int how), STAT, is_below(path), sys(SYS_faccessat, AT_FDCWD, path, how))
PLAIN(fstat(int descriptor, struct stat *into), STAT, is_open(descriptor), sys(SYS_fstat, descriptor, into))
PLAIN(fstat64(int descriptor, struct stat64 *into), STAT, is_open(descriptor), sys(SYS_fstat, descriptor, into))
PLAIN(stat(const char *path, struct stat *into), STAT, is_below(path), sys(SYS_newfstatat, AT_FDCWD, path, into, 0))
PLAIN(stat64(const char *path, struct stat64 *into), STAT, is_below(path), sys(SYS_newfstatat, AT_FDCWD, path, into, 0))
PLAIN(lstat(const char *path, struct stat *into), STAT, is_below(path), sys(SYS_newfstatat, AT_FDCWD, path, into, AT_SYMLINK_NOFOLLOW))
PLAIN(lstat64(const char *path, struct stat64 *into), STAT, is_below(path), sys(SYS_newfstatat, AT_FDCWD, path, into, AT_SYMLINK_NOFOLLOW))

/* The names under which older libraries call the same. */
#define OLDER(signature, counted, call) \
	int signature { \
		(void)version; \
		return fault(STAT, counted) == ERROR ? -1 : (int)(call); \
	}
OLDER(__fxstat(int version, int descriptor, struct stat *into), is_open(descriptor), sys(SYS_fstat, descriptor, into))
OLDER(__fxstat64(int version, int descriptor, struct stat64 *into), is_open(descriptor), sys(SYS_fstat, descriptor, into))
OLDER(__xstat(int version, const char *path, struct stat *into), is_below(path), sys(SYS_newfstatat, AT_FDCWD, path, into, 0))
OLDER(__xstat64(int version, const char *path, struct stat64 *into), is_below(path), sys(SYS_newfstatat, AT_FDCWD, path, into, 0))
OLDER(__lxstat(int version, const char *path, struct stat *into), is_below(path), sys(SYS_newfstatat, AT_FDCWD, path, into, AT_SYMLINK_NOFOLLOW))
OLDER(__lxstat64(int version, const char *path, struct stat64 *into), is_below(path), sys(SYS_newfstatat, AT_FDCWD, path, into, AT_SYMLINK_NOFOLLOW))

ssize_t readlink(const char *path, char *into, size_t size) {
	return fault(STAT, is_below(path)) == ERROR ? -1 : sys(SYS_readlinkat, AT_FDCWD, path, into, size);
}

/* Node.js makes some calls by number: those below. Others pass unchanged. */

static ssize_t copy_range(long arguments[6]) {
	int to = arguments[2];
	int is_counted = is_open(to);
	int what = fault(WRITE, is_counted);
	if (what == ERROR) return -1;
	int is_locked = is_traced(is_counted);
	off64_t *given = (off64_t *)arguments[3];
	off64_t start = given != NULL ? *given : is_locked ? (off64_t)sys(SYS_lseek, to, 0, SEEK_CUR) : 0;
	size_t size = shorter(what, arguments[4]);
	ssize_t copied = sys(SYS_copy_file_range, arguments[0], arguments[1], to, arguments[3], size, arguments[5]);
	for (ssize_t at = 0; is_locked && at < copied;) {
		char octets[65536], line[100];
		size_t part = copied - at < (ssize_t)sizeof octets ? copied - at : (ssize_t)sizeof octets;
		ssize_t count = sys(SYS_pread64, to, octets, part, start + at);
		if (count <= 0) break;
		note(line, snprintf(line, sizeof line, "W %lu %ld %ld\n", ino_of(to), (long)(start + at), (long)count), octets, count);
		at += count;
	}
	end_trace(is_locked);
	return copied;
}

static int is_statx_ours(long folder, const char *path) {
	return path != NULL && path[0] != '\0' ? is_below(path) : is_open(folder);
}

long syscall(long number, ...) {
	va_list rest;
	va_start(rest, number);
	long a[6];
	for (int at = 0; at < 6; ++at) a[at] = va_arg(rest, long);
	va_end(rest);
	if (number == SYS_close) return close_file(a[0]);
	if (number == SYS_copy_file_range) return copy_range(a);
	if (number == SYS_statx && fault(STAT, is_statx_ours(a[0], (const char *)a[1])) == ERROR) return -1;
	return sys(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
