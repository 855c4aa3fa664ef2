// For Swift, since the state of a resolver is a structure with bit fields, and answers are read by macros.
#include <arpa/nameser.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <string.h>

// Limits lookups on the calling thread to one attempt of one second per name server, without TCP, for
// which glibc has no time limit. The resolver's state is a macro over a thread-local structure, which
// Swift cannot import.
static inline void n4md_hurry_resolver(void)
{
    if (res_init() != 0)
        return;
    _res.retrans = 1;
    _res.retry = 1;
    _res.options |= RES_IGNTC;
}

enum { n4md_no_record = -1, n4md_no_answer = -2 };

// Asks for the texts of a name, twice for two seconds, without TCP, for which glibc has no time limit: an answer that is cut is none. Without a server, those that the system names are asked. Returns the bytes of the answer.
static inline int n4md_query_texts(const char *name, const struct sockaddr_in *server, unsigned char *answer, int room)
{
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0)
        return n4md_no_answer;
    state.retrans = 2;
    state.retry = 2;
    state.options |= RES_IGNTC | RES_USE_EDNS0;
    if (server) {
        state.nscount = 1;
        state.nsaddr_list[0] = *server;
    }
    int length = res_nquery(&state, name, ns_c_in, ns_t_txt, answer, room);
    int fault = state.res_h_errno;
    res_nclose(&state);
    if (length >= 0)
        return length >= NS_HFIXEDSZ && length <= room && !((HEADER *)answer)->tc ? length : n4md_no_answer;
    return fault == HOST_NOT_FOUND || fault == NO_DATA ? n4md_no_record : n4md_no_answer;
}

// Copies the text of a record, whose parts belong together (RFC 1035, section 3.3.14). Returns its bytes, or -1 after the last one.
static inline int n4md_text(const unsigned char *answer, int length, int index, char *text, int room)
{
    ns_msg message;
    ns_rr record;
    if (ns_initparse(answer, length, &message) != 0)
        return -1;
    int count = ns_msg_count(message, ns_s_an);
    for (int number = 0; number < count; number++) {
        if (ns_parserr(&message, ns_s_an, number, &record) != 0)
            return -1;
        if (ns_rr_type(record) != ns_t_txt || index-- > 0)
            continue;
        const unsigned char *next = ns_rr_rdata(record), *end = next + ns_rr_rdlen(record);
        int bytes = 0;
        while (next < end) {
            int part = *next++;
            if (part > end - next || bytes + part > room)
                return -1;
            memcpy(text + bytes, next, part);
            next += part;
            bytes += part;
        }
        return bytes;
    }
    return -1;
}
