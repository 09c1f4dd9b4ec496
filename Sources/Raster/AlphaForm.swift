// SPDX-License-Identifier: Apache-2.0

/// The relation between color and alpha in a band, straight or premultiplied.
///
/// It is a phantom type: a function that takes a ``Band`` of one form does not compile with the
/// other.
public protocol AlphaForm: Sendable {}

/// Color stored independently of alpha, as PNG stores it and as color matrices need it.
public enum Straight: AlphaForm {}

/// Color stored multiplied by alpha, as every average of neighboring pixels needs it.
public enum Premultiplied: AlphaForm {}
