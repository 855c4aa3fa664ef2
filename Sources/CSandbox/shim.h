#include <errno.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* clone's flag for a thread, which <sched.h> declares only under _GNU_SOURCE; Swift's Glibc module is built without. */
enum { n4md_clone_thread = 0x10000 };

/* Keeps this process, and what it starts, from ever gaining privileges. 0, or an errno. */
static inline int n4md_gain_no_privileges(void)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

/* Gives up the groups and the user of root for those of nobody. 0, or an errno. */
static inline int n4md_become_nobody(void)
{
    const long nobody = 65534;
    /* setgroups is declared only under _DEFAULT_SOURCE; glibc's set*id change all threads. */
    if (syscall(SYS_setgroups, 0, 0) != 0 || setgid((gid_t)nobody) != 0 || setuid((uid_t)nobody) != 0)
        return errno;
    return 0;
}

/*
 * Landlock (Linux 5.13): denies this thread, and those it starts, every use of the file system, and as far as the kernel
 * knows how, TCP, abstract sockets and signals to other processes. 0 if denied, or an errno; ENOSYS or EOPNOTSUPP where the
 * kernel has no Landlock. The numbers are those of <linux/landlock.h>, whose Debian 12 version knows only the oldest.
 */
static inline int n4md_deny_files(void)
{
    struct { uint64_t files, network, scope; } denied = {0};
    const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
    if (version < 0)
        return errno;
    denied.files = version >= 5 ? 0xFFFF : version >= 3 ? 0x7FFF : version >= 2 ? 0x3FFF : 0x1FFF;
    denied.network = version >= 4 ? 3 : 0;
    denied.scope = version >= 6 ? 3 : 0;
    const size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    const int rules = (int)syscall(SYS_landlock_create_ruleset, &denied, size, 0);
    if (rules < 0)
        return errno;
    const int code = syscall(SYS_landlock_restrict_self, rules, 0) == 0 ? 0 : errno;
    close(rules);
    return code;
}
