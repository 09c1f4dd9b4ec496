// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frostpane

// frost IN OUT: frosts a photo.
let arguments = CommandLine.arguments
let photo = try Data(contentsOf: URL(filePath: arguments[1]))

let frosted = try Frostpane.render(photo, .material(.systemThinMaterial))
try Data(frosted).write(to: URL(filePath: arguments[2]))
