// SPDX-License-Identifier: Apache-2.0

import Raster

extension Geometry {
    /// Refuses properties without an effect, and properties that exclude each other.
    ///
    /// - Parameter stated: The properties that the caller states, if only their defaults.
    /// - Throws: The first broken rule.
    package func check(_ stated: Set<Member>) throws(GeometryError) {
        for (side, member) in [(width, Member.width), (height, .height)] {
            guard let side else { continue }
            let isInRange =
                switch side.unit {
                case .pixels: Self.sideRange.contains(Float(side.amount))
                case .points: side.amount > 0
                case .percent: false
                }
            guard isInRange else { throw GeometryError(.side, of: member) }
        }
        for member in Member.allCases where stated.contains(member) {
            if let rule = rule(against: member, stated) { throw GeometryError(rule, of: member) }
        }
    }

    /// The rule by which a property is refused, given the other stated properties; nil if it is
    /// accepted.
    private func rule(against member: Member, _ stated: Set<Member>) -> GeometryError.Rule? {
        let fit = mode.fit
        let hasBoth = width != nil && height != nil
        let hasSide = width != nil || height != nil || followsClient
        if caps != nil, member.isOfBox { return .idleWithCaps }
        switch member {
        case .trim, .crop, .width, .height, .clientWidth, .flip: return nil
        case .rotate: return tilt != nil && caps != nil ? .tiltedWithCaps : nil
        case .rotateMode: return stated.contains(.rotate) ? nil : .needsRotation
        case .fit:
            if !hasBoth { return .needsBothSides }
            return tilt != nil && fit == .fill ? .distortsTilted : nil
        case .position:
            if !hasBoth { return .needsBothSides }
            if mode.position != nil { return .hasPosition }
            if fit == .fill { return .idle(with: fit) }
            return fit == .cover || fit == .none || pad != nil ? nil : .needsRoom
        case .focus:
            if !hasBoth { return .needsBothSides }
            if mode.position != nil { return .hasPosition }
            if stated.contains(.position) { return .twoPositions }
            return fit == .cover || fit == .none ? nil : .needsPart
        case .upscale:
            if !hasSide { return .needsSide }
            return fit == .none || fit == .scaleDown ? .idle(with: fit) : nil
        case .resample, .linear:
            if tilt != nil { return nil }
            if !hasSide { return .needsSide }
            return fit == .none && pad != .backdrop ? .idle(with: fit) : nil
        case .caps: return hasBoth || caps == nil ? nil : .needsBothSides
        case .capsMode: return caps != nil ? nil : .needsCaps
        case .pad:
            if tilt?.mode == .expand {
                switch pad {
                case .color, .gradient, nil:
                    return fit.leavesRoom || !hasBoth ? nil : .idle(with: fit)
                case .mirror, .backdrop: return .needsStraightened
                }
            }
            if !hasBoth { return .needsBothSides }
            return fit.leavesRoom ? nil : .idle(with: fit)
        case .backdropFilter, .backdropMaterial:
            if pad != .backdrop { return .needsBackdrop }
            if !backdropFilter.resources.isEmpty { return .maskedFilter }
            return backdropFilter != .none && backdropMaterial != nil ? .twoBackdrops : nil
        }
    }
}

extension Geometry.Member {
    /// Whether the property has no meaning for an image that is stretched between its borders.
    fileprivate var isOfBox: Bool {
        switch self {
        case .fit, .position, .focus, .upscale, .resample, .linear, .pad, .backdropFilter,
            .backdropMaterial:
            true
        case .trim, .crop, .width, .height, .clientWidth, .caps, .capsMode, .rotate, .rotateMode,
            .flip:
            false
        }
    }
}
