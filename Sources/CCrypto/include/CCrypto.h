/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A fence around libcrypto of OpenSSL 3: incremental hashes, and HMAC with SHA-256.
 *
 * It exists because the library allocates contexts and reports errors by return values; here each context has
 * one owner, and an error is a NULL or a 0. A handle belongs to one thread at a time.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef enum ccrypto_function : int32_t {
    CCRYPTO_SHA256 = 0,
    CCRYPTO_SHA512,
    CCRYPTO_MD5,
} ccrypto_function;

typedef struct ccrypto_hash ccrypto_hash;

/* Starts a hash; NULL without memory, or if the library is configured to refuse the function. */
ccrypto_hash *_Nullable ccrypto_hash_create(ccrypto_function function);

/* Copies the state of a hash; NULL without memory. */
ccrypto_hash *_Nullable ccrypto_hash_copy(const ccrypto_hash *hash);

void ccrypto_hash_destroy(ccrypto_hash *hash);

/* Hashes the next bytes; 0 after an error. */
int ccrypto_hash_update(ccrypto_hash *hash, const void *_Nullable bytes, size_t count);

/* Writes the digest of all bytes so far, of up to 64 bytes; more bytes may follow. 0 after an error. */
int ccrypto_hash_finish(const ccrypto_hash *hash, uint8_t *digest);

/* Writes the 32 bytes of an HMAC with SHA-256 (RFC 2104); 0 after an error. */
int ccrypto_hmac_sha256(const void *_Nullable key, size_t key_count, const void *_Nullable bytes, size_t count,
                        uint8_t *code);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
