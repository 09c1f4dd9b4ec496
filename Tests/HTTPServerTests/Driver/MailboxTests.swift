// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPServer

@Suite struct MailboxTests {
    private var mailbox = Mailbox()

    @Test mutating func `has nobody ring for an owner at work`() {
        #expect(mailbox.leave { _ in } == .noted)
        #expect(mailbox.take(thenSleep: true).count == 1)
        // What was taken has to be done first.
        #expect(mailbox.leave { _ in } == .noted)
    }

    @Test mutating func `has one ring for an owner who sleeps`() {
        #expect(mailbox.take(thenSleep: true).isEmpty)
        #expect(mailbox.leave { _ in } == .mustRing)
        #expect(mailbox.leave { _ in } == .noted)
        #expect(mailbox.take(thenSleep: true).count == 2)
    }

    @Test mutating func `has nobody ring for an owner who does not sleep`() {
        #expect(mailbox.take(thenSleep: false).isEmpty)
        #expect(mailbox.leave { _ in } == .noted)
    }

    @Test mutating func `has nobody ring for an owner who woke by itself`() {
        #expect(mailbox.take(thenSleep: true).isEmpty)
        mailbox.wake()
        #expect(mailbox.leave { _ in } == .noted)
        #expect(mailbox.take(thenSleep: true).count == 1)
    }

    @Test mutating func `refuses everything after the end`() {
        #expect(mailbox.leave { _ in } == .noted)
        #expect(mailbox.close().count == 1)
        #expect(mailbox.leave { _ in } == .refused)
        #expect(mailbox.take(thenSleep: false).isEmpty)
    }
}
