// Package anchor edits Go source by anchors.
//
// An Edit names a declaration, a statement in it, and text to put before or behind that. In
// goes a file's source, out comes the edited source, with as many lines as before. An edit is
// refused unless the declaration is one whose fingerprint is known and the statement is found
// exactly once: the edit was written for what stood there, and for nothing else.
package anchor
