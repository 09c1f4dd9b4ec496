// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

extension VectorKernels {
    package static func applyCubic(
        _ cubic: CubicCoefficients,
        to samples: inout MutableSpan<UInt16>
    ) {
        let width = samples.count
        let step = cv_samples.scalarCount
        @inline(__always) func value(_ lifted: cv_floats) -> cv_floats {
            let unit = (lifted - 0x1p23) * CubicCoefficients.unit
            let value =
                ((cubic.third * unit + cubic.second) * unit + cubic.first) * unit + cubic.zeroth
            return cv_at_most(cv_at_least_zero(value), cv_floats(repeating: 65_535)) + 0x1p23
        }
        @inline(__always) func remap(_ samples: cv_samples) -> cv_samples {
            cv_settle(value(cv_lift_low(samples)), value(cv_lift_high(samples)))
        }
        // SAFETY: the row is checked for `width` samples; the last vector is cut.
        unsafe samples.withRow(width) { row in
            var x = 0
            while x &+ step <= width {
                unsafe row.store(remap(row.vector(cv_samples.self, at: x)), at: x)
                x &+= step
            }
            if x < width {
                let rest = width &- x
                let last = unsafe row.vector(cv_samples.self, at: x, count: rest)
                unsafe row.store(remap(last), at: x, count: rest)
            }
        }
    }
}
