// SPDX-License-Identifier: Apache-2.0

import Store

extension Configuration {
    static var bucketOptions: [ConfigurationOption] {
        [
            .text(
                "s3",
                \.bucket,
                placeholder: "bucket",
                allowed: "3 to 63 lowercase letters, digits, dots and hyphens",
                "S3 bucket that stores uploads and results for many machines; a folder "
                    + "as its cache saves requests.",
                accepts: S3Location.isBucket
            ),
            .text(
                "s3-endpoint",
                \.bucketEndpoint,
                placeholder: "url",
                allowed: "`http` or `https`, a host, and possibly a port",
                "Address of the object store; by default, Amazon's in the region.",
                accepts: S3Location.isEndpoint
            ),
            .text(
                "s3-region",
                \.bucketRegion,
                placeholder: "region",
                allowed: "letters, digits and hyphens",
                "Region of the bucket; by default `AWS_REGION`, or `us-east-1`.",
                accepts: S3Location.isRegion
            ),
            .text(
                "s3-credentials",
                \.bucketCredentialsPath,
                placeholder: "file",
                allowed: "the path of a file",
                "File with lines `AWS_ACCESS_KEY_ID=…`, `AWS_SECRET_ACCESS_KEY=…` and possibly `AWS_SESSION_TOKEN=…`, "
                    + "read for each request; by default, from the environment.",
                accepts: { !$0.isEmpty && $0.utf8.count <= 4_000 }
            ),
            .one(
                "s3-result-life",
                \.bucketResultLife,
                .duration,
                in: .seconds(1) ... .seconds(36_500 * 86_400),
                default: "none",
                "Time after which the store removes a result, by the field `X-Delete-After` of OpenStack Swift; "
                    + "on other stores, use a bucket rule."
            ),
        ]
    }

    /// The persistent store of uploads and results: a folder, a bucket or both; nil for none.
    func makeStore() -> BlobStore? {
        let folder = storePath.map { path in
            FolderTier(path: path, limits: folderLimits)
        }
        let bucket = bucketLocation.map { location in
            let source = bucketCredentialsPath.map { S3CredentialSource(file: $0) }
            return S3Tier(
                location,
                credentials: source ?? S3CredentialSource(environmentCredentials),
                resultLife: bucketResultLife.map { Int($0 / .seconds(1)) },
                blobLimit: storedBlobLimit
            )
        }
        let tier: (any BlobTier)? =
            if let folder, let bucket { LayeredTier(folder, above: bucket) } else {
                folder ?? bucket
            }
        return tier.map { BlobStore(tier: $0, waitingLimit: max(1 << 20, resultsBudget / 4)) }
    }

    /// The limits on the store's folder, which may evict uploads if a bucket has them, too.
    var folderLimits: FolderTier.Limits {
        FolderTier.Limits(byteCount: storeLimit, evictsOriginals: evictsOriginals || bucket != nil)
    }

    /// The length of the longest upload or result that is read from a bucket, in bytes.
    var storedBlobLimit: Int { max(bodyLimit, uploadsBudget, resultsBudget / 2) }

    private var bucketLocation: S3Location? {
        guard let bucket else { return nil }
        let region = bucketRegion ?? environmentRegion ?? "us-east-1"
        let endpoint = bucketEndpoint ?? "https://s3.\(region).amazonaws.com"
        return S3Location(bucket: bucket, endpoint: endpoint, region: region)
    }
}
