// Declarations that glibc makes only under _GNU_SOURCE, which Swift's Glibc module is built without.
#include <spawn.h>

int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions, const char *restrict path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

enum { posix_spawn_setsid = 0x80 };
