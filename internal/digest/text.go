package digest

import (
	"encoding/binary"
	"strconv"
)

// names holds the text of every token. Of several words with one number the last
// in alphabetical order stands for all, functions before plain words, as in
// MySQL: DISTINCT reads DISTINCTROW, DATABASE() reads SCHEMA ( ).
var names = func() *[tokLimitNumber]string {
	t := new([tokLimitNumber]string)
	for c := '!'; c <= '~'; c++ {
		t[c] = string(c)
	}
	for _, list := range [][]keyword{hints[:], keywords[:], functions[:]} {
		for _, k := range list {
			t[k.num] = k.word
		}
	}
	for n, s := range map[token]string{
		tokAndAnd: "&&", tokPipes: "||", tokConcatPipes: "||", tokAssign: ":=",
		tokEqual: "=", tokNullSafeEqual: "<=>", tokNotEqual: "!=", tokLess: "<",
		tokLessEqual: "<=", tokGreater: ">", tokGreaterEqual: ">=",
		tokShiftLeft: "<<", tokShiftRight: ">>", tokArrow: "->", tokLongArrow: "->>",
		tokCharset: "(_charset)", tokWithRollup: "WITH ROLLUP",
		tokValue: "?", tokValues: "?, ...",
		tokRow1: "(?)", tokRows1: "(?) /* , ... */",
		tokRow: "(...)", tokRows: "(...) /* , ... */", tokInRow: "IN (...)",
		tokHintOpen: "/*+", tokHintClose: "*/",
	} {
		t[n] = s
	}
	return t
}()

// AppendText appends the readable form of a token array, the DIGEST_TEXT column:
// keywords in upper case, identifiers in backquotes, one space between tokens.
// Bytes that are no token array end the text, they do no harm.
func AppendText(dst []byte, tokens []byte) []byte {
	space := false
	for len(tokens) >= tokenSize {
		t := binary.LittleEndian.Uint16(tokens)
		tokens = tokens[tokenSize:]
		if space {
			dst = append(dst, ' ')
		}
		space = true
		switch t {
		case tokColumn:
			if len(tokens) < columnSize {
				return dst
			}
			dst = strconv.AppendUint(dst, uint64(binary.LittleEndian.Uint32(tokens)), 10)
			tokens = tokens[columnSize:]
		case tokIdent, tokIdentAt, tokName:
			text, rest, ok := cutText(tokens)
			if !ok {
				return dst
			}
			tokens = rest
			if t == tokName {
				dst = append(dst, text...)
				continue
			}
			dst = append(dst, '`')
			dst = append(dst, text...)
			dst = append(dst, '`')
			space = t == tokIdent
		default:
			if int(t) >= len(names) || names[t] == "" {
				return dst
			}
			dst = append(dst, names[t]...)
			space = t != '@' // @@x and @x stay together
		}
	}
	return dst
}

// Text is AppendText into a new string.
func Text(tokens []byte) string { return string(AppendText(nil, tokens)) }

func cutText(b []byte) (text, rest []byte, ok bool) {
	if len(b) < tokenSize {
		return nil, nil, false
	}
	n := tokenSize + int(binary.LittleEndian.Uint16(b))
	if len(b) < n {
		return nil, nil, false
	}
	return b[tokenSize:n], b[n:], true
}
