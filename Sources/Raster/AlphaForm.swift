// SPDX-License-Identifier: Apache-2.0

/// How color relates to alpha in a band; a phantom type, so that the two forms cannot be mixed up.
public protocol AlphaForm: Sendable {}

/// Color independent of alpha, as PNG stores it and as color matrices want it.
public enum Straight: AlphaForm {}

/// Color already multiplied by alpha, as every average of neighbors needs it.
public enum Premultiplied: AlphaForm {}
