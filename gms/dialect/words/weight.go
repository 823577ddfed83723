package words

// What a statement holds of memory until it runs, by what was measured of sixty forms of
// 2 MB each: trees and plans 30 to 350 bytes a token, in the most costly ones of all but
// two forms, and of the text itself copies.
const (
	tokenWeight = 400
	byteWeight  = 8
)

// Weight is about how many bytes a statement of this text holds while it is parsed and
// planned: an upper bound for nearly all forms, and a few times too much for many. It
// costs some 16 ns a byte, and one within quotes.
func Weight(text string, ansiQuotes bool) int64 {
	s, tokens := Scanner{Text: text, AnsiQuotes: ansiQuotes}, int64(0)
	for s.Next().Kind != End {
		tokens++
	}
	return tokenWeight*tokens + byteWeight*int64(len(text))
}
