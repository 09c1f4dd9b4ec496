// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite struct LoggedTargetTests {
    @Test(arguments: [
        ("/v1/render?access_token=abc&blur=2", "/v1/render?access_token=***&blur=2"),
        ("/?blur=2&Access-Token=a=b", "/?blur=2&Access-Token=***"),
        ("/?access%5Ftoken=abc", "/?access%5Ftoken=***"),
        ("/?X-Amz-Signature=1&X-Amz-Date=2", "/?X-Amz-Signature=***&X-Amz-Date=2"),
        ("/?sig=1&token=2&apiKey=3&password=4", "/?sig=***&token=***&apiKey=***&password=***"),
        ("/?token=", "/?token=***"), ("/?%zz=abc", "/?%zz=***"),
    ])
    func `hides the values of secrets`(target: String, shown: String) {
        #expect(LoggedTarget.masked(target) == shown)
    }

    @Test(arguments: [
        "", "/", "/v1/render", "/v1/render?", "/?token", "/?blur=2&saturate=1.8", "/?&&a=b&",
        "/?tokens=1", "/token=abc", "/?filter=blur(4px)%20saturate(180%25)", "/?a=token=b",
    ])
    func `leaves everything else as it is`(target: String) {
        #expect(LoggedTarget.masked(target) == target)
    }
}
