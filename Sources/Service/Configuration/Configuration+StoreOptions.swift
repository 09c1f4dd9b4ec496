// SPDX-License-Identifier: Apache-2.0

import Store

extension Configuration {
    static var storeOptions: [ConfigurationOption] {
        [
            .text(
                "store",
                \.storePath,
                placeholder: "folder",
                allowed: "the path of a folder, whose parent exists",
                "Folder that stores uploads and results, also for other processes and after a restart.",
                accepts: { !$0.isEmpty && $0.utf8.count <= 4_000 }
            ),
            .one(
                "store-limit",
                \.storeLimit,
                .byteCount,
                in: 1 << 20...1 << 50,
                default: "none",
                "Greatest size of the folder; results are evicted first."
            ),
            .one(
                "store-evict-originals",
                \.evictsOriginals,
                .flag,
                "Also evicts uploads from a full folder, unused ones first; otherwise new uploads get 507."
            ),
            .one(
                "keep-originals",
                \.keepOriginals,
                .duration,
                in: .seconds(1) ... .seconds(36_500 * 86_400),
                default: "none",
                "Longest storage time of an upload; a request may ask for less by Frostpane-Expires."
            ),
        ]
    }
}
