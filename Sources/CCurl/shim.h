#include <curl/curl.h>

// Swift cannot call variadic functions.
static inline CURLcode n4md_curl_set_number(CURL *curl, CURLoption option, long value)
{
    return curl_easy_setopt(curl, option, value);
}
static inline CURLcode n4md_curl_set_pointer(CURL *curl, CURLoption option, const void *value)
{
    return curl_easy_setopt(curl, option, value);
}
static inline CURLcode n4md_curl_set_writer(CURL *curl, CURLoption option, curl_write_callback writer)
{
    return curl_easy_setopt(curl, option, writer);
}
static inline CURLcode n4md_curl_set_opener(CURL *curl, curl_opensocket_callback opener)
{
    return curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, opener);
}
static inline CURLcode n4md_curl_set_progress(CURL *curl, curl_xferinfo_callback progress)
{
    return curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress);
}
static inline CURLcode n4md_curl_set_resolver_start(CURL *curl, curl_resolver_start_callback start)
{
    return curl_easy_setopt(curl, CURLOPT_RESOLVER_START_FUNCTION, start);
}
static inline CURLMcode n4md_curl_multi_set_number(CURLM *multi, CURLMoption option, long value)
{
    return curl_multi_setopt(multi, option, value);
}
static inline long n4md_curl_status(CURL *curl)
{
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    return status;
}
// The structure ends with a socket address that is longer than its declared type.
static inline const struct sockaddr *n4md_curl_address(const struct curl_sockaddr *address)
{
    return &address->addr;
}
