package digest

import (
	"bytes"
	"testing"
)

func FuzzCompute(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.sql, uint16(1024), uint8(0))
		f.Add(s.want, uint16(40), uint8(1))
	}
	for _, s := range []string{"@", "@@", "$", "$$", "_", "x'", "0x", "1e+", "1.e", ".", "..a", "/*", "/*!", "/*+", "select /*+ @ . 1. `", "\\N", "`a``", "!", "<=", "\x00\xff"} {
		f.Add(s, uint16(7), uint8(0xff))
	}
	shared := New(0)
	f.Fuzz(func(t *testing.T, sql string, maxLength uint16, mode uint8) {
		b := Builder{Mode: Mode(mode)}
		sum, tokens := b.Compute(sql, int(maxLength))
		if len(tokens) > int(maxLength) {
			t.Fatalf("%d bytes of tokens, limit %d", len(tokens), maxLength)
		}
		text := Text(tokens)
		if len(text) > 20*len(tokens) {
			t.Fatalf("%d bytes of text from %d", len(text), len(tokens))
		}
		if (len(tokens) == 0) != sum.IsZero() {
			t.Fatalf("%d bytes of tokens, sum %s", len(tokens), sum)
		}
		shared.Mode = Mode(mode)
		again, same := shared.Compute(sql, int(maxLength))
		if again != sum || !bytes.Equal(same, tokens) {
			t.Fatalf("%q: %q, then %q", sql, text, Text(same))
		}
	})
}
