// Package collate compares texts by the collations that MySQL compares them by. The engine takes
// the collation of one operand, and tells rows apart by the bytes of their texts; MySQL decides
// by the coercibility of both operands.
//
// Rules of this package take a plan as it was bound and return it with operands that carry their
// collation, and with DISTINCT, UNION, joins and recursive tables that read rows by sort keys.
// ENUM and SET as texts belong here too: a text of a member has the collation of its column.
package collate
