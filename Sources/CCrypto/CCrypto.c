/* SPDX-License-Identifier: Apache-2.0 */

#include "CCrypto.h"

#include <limits.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

/* The handle is the library's own context, under a name that keeps its headers out of Swift. */
static EVP_MD_CTX *context(ccrypto_hash *hash) { return (EVP_MD_CTX *)hash; }

static const EVP_MD *method(ccrypto_function function) {
    switch (function) {
    case CCRYPTO_SHA256: return EVP_sha256();
    case CCRYPTO_SHA512: return EVP_sha512();
    case CCRYPTO_MD5: return EVP_md5();
    }
    return NULL;
}

ccrypto_hash *ccrypto_hash_create(ccrypto_function function) {
    EVP_MD_CTX *created = EVP_MD_CTX_new();
    if (created && EVP_DigestInit_ex(created, method(function), NULL) == 1) return (ccrypto_hash *)created;
    EVP_MD_CTX_free(created);
    return NULL;
}

ccrypto_hash *ccrypto_hash_copy(const ccrypto_hash *hash) {
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    if (copy && EVP_MD_CTX_copy_ex(copy, (const EVP_MD_CTX *)hash) == 1) return (ccrypto_hash *)copy;
    EVP_MD_CTX_free(copy);
    return NULL;
}

void ccrypto_hash_destroy(ccrypto_hash *hash) { EVP_MD_CTX_free(context(hash)); }

int ccrypto_hash_update(ccrypto_hash *hash, const void *bytes, size_t count) {
    return EVP_DigestUpdate(context(hash), bytes, count) == 1;
}

int ccrypto_hash_finish(const ccrypto_hash *hash, uint8_t *digest) {
    ccrypto_hash *copy = ccrypto_hash_copy(hash);
    if (!copy) return 0;
    int isDone = EVP_DigestFinal_ex(context(copy), digest, NULL) == 1;
    ccrypto_hash_destroy(copy);
    return isDone;
}

int ccrypto_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count, uint8_t *code) {
    /* Without a pointer, the library would take the key of an earlier call. */
    if (key_count > INT_MAX) return 0;
    return HMAC(EVP_sha256(), key ? key : "", (int)key_count, bytes, count, code, NULL) != NULL;
}
