// SPDX-License-Identifier: Apache-2.0

// Scripts/check-closures must refuse the lines that are marked so, and no others. Nothing compiles this file.

typealias Action = @Sendable (Int) throws(Failure) -> Void
typealias Later = Action?
typealias Long =
    @Sendable (Int)
    -> Void
typealias Names = [String]

struct Slot<Value> {
    var value: Value
}

struct Held {
    var action: (@Sendable () -> Void)?
}

final class Holder {
    let first = Mutex<(@Sendable (Event) -> Void)?>(nil)  // REFUSED
    let second = Mutex<() -> Void>({})  // REFUSED
    let third: Mutex<Action?>  // REFUSED
    let fourth = Mutex<Later>(nil)  // REFUSED
    let fifth = Mutex<(count: Int, action: Long?)>((0, nil))  // REFUSED
    let sixth = Mutex({ print("called") })  // REFUSED
    let seventh = Slot<Place.Action>(value: act)  // REFUSED
    let eighth = Mutex<(isOver: Bool, (Int) -> [String: Int])>(pair)  // REFUSED

    let held = Mutex(Held())
    let list = Mutex<[@Sendable (Event) -> Void]>([])
    let named = Mutex<[String: [Action]]>([:])
    let plain = Mutex<(count: Int, names: Names)>((0, []))
    let optional = Mutex<Held?>(nil)
    let slot = Slot<[Action]>(value: [])
    // A comment may say Mutex<() -> Void>.
    let text = "Mutex<() -> Void>"

    func read() -> Mutex<Int> { count }
    func compare(_ left: Slot<Int>, _ right: Int) -> Bool { left.value < right && right > 0 }
}
