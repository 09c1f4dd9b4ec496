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
        ("/?X-Api-Key=a&private_token=b", "/?X-Api-Key=***&private_token=***"),
        ("/?bearer_token=a&api-secret=b&jwt=c", "/?bearer_token=***&api-secret=***&jwt=***"),
        ("/?apikey[]=a&apikey%5B0%5D=b", "/?apikey[]=***&apikey%5B0%5D=***"),
        ("/?user[password]=a&db.passwd=b", "/?user[password]=***&db.passwd=***"),
        ("/?blur=2;token=a;b=c", "/?blur=2;token=***;b=c"),
        ("/photo;token=abc/render?blur=2", "/photo;token=***/render?blur=2"),
        ("/?to%25ken=abc", "/?to%25ken=***"), ("/?SESSION_ID=1&sid=2", "/?SESSION_ID=***&sid=***"),
        ("/?url=https%3A%2F%2Fa%2F%3Ftoken%3Db&c=d", "/?url=***&c=d"),
        ("/?a=b=c&x?key=1", "/?a=b=c&x?key=***"), ("/?a=token=b", "/?a=***"),
    ])
    func `hides the values of secrets`(target: String, shown: String) {
        #expect(LoggedTarget.masked(target) == shown)
    }

    @Test(arguments: [
        "", "/", "/v1/render", "/v1/render?", "/?token", "/?blur=2&saturate=1.8", "/?&&a=b&",
        "/?filter=blur(4px)%20saturate(180%25)", "/?width=50%25&crop=0,0,9,9&format=jpeg",
        "/?mask=\(String(repeating: "0", count: 64))", "/?background=%23fff&a=b=c", "/%zz?a=%zz",
    ])
    func `leaves everything else as it is`(target: String) {
        #expect(LoggedTarget.masked(target) == target)
    }
}
