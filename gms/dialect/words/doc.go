// Package words reads the text of SQL statements as the engine's parser does:
// where a quoted string, a comment or a statement ends is decided here and
// nowhere else.
//
// The rules are those of the parser that will run the text, and so differ from
// MySQL's in a few places: "--" begins a comment whatever follows it, as does
// "//", and a backslash escapes in every SQL mode. Reading by other rules than
// the parser's would let a text hide from the one what the other runs. So a text
// is written in the parser's words, see [Translate], before anything else reads it.
package words
