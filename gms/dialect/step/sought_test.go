package step

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// soughtApart is what Seek finds, by a search for each.
func soughtApart(text string) (found Sought) {
	word := func(is Sought, list ...string) {
		for _, w := range list {
			if IndexFold(text, w) >= 0 {
				found |= is
			}
		}
	}
	word(SoughtSelect, "select")
	word(SoughtSum, "sum", "avg")
	word(SoughtGroup, "group")
	word(SoughtGroupConcat, "group_concat")
	word(SoughtHaving, "having")
	word(SoughtOrder, "order")
	word(SoughtSet, "union", "intersect", "except")
	word(SoughtWindow, "window")
	word(SoughtOver, "over")
	word(SoughtConversion, "cast", "conv", "interval", "extract", "timestampadd", "adddate", "subdate")
	signs := func(is Sought, list ...string) {
		for _, sign := range list {
			if strings.Contains(text, sign) {
				found |= is
			}
		}
	}
	signs(SoughtCall, "(")
	signs(SoughtVariable, "@")
	signs(soughtName, "`")
	for i := range text {
		if text[i] == '@' && isDotted(text[i+1:]) {
			found |= SoughtDotted
		}
	}
	signs(SoughtOperator, "~", "&", "|", "^", "<<", ">>", "`member of`", "`:=`", "`interval`", "_HOUR`", "_MINUTE`", "_SECOND`", "_MICROSECOND`", "_MONTH`", " literal`(")
	for i := range text {
		if text[i] == '(' && isQualified(text[:i]) {
			found |= SoughtQualified
		}
	}
	for i := range max(len(text)-2, 0) {
		if IsDigit(text[i]) && text[i+1] == '.' && IsDigit(text[i+2]) {
			found |= SoughtFraction
		}
	}
	word(soughtDefault, "default")
	word(SoughtPast, "of", "system_time", "version")
	signs(SoughtRollup, "`"+words.Rollup+"`")
	if strings.Count(strings.ToLower(text), "select") > 1 {
		found |= SoughtQueries
	}
	return found
}

// One search finds what a search for each finds, whatever stands around it.
func TestSeek(t *testing.T) {
	parts := []string{
		"select", "sum", "avg", "group", "group_concat", "having", "order", "union", "intersect", "except", "window", "over", "default", "cast", "conv", "interval", "extract",
		"timestampadd", "adddate", "subdate", "(", "@", "`", "~", "&", "|", "^", "<<", "<", ">>", "> >", "`member of`", "`:=`", "`interval`", "_HOUR`", "_MICROSECOND`",
		" literal`(", "`" + words.Rollup + "`", " ", "s", "selec", "t", "é", "\xff", "gr", "oup", "un", "ion", "0x", "1", ".", "'", "_", "", "!", "=",
		"of", "system_time", "version",
	}
	r := rand.New(rand.NewPCG(1, 2))
	seen := make(map[Sought]int)
	for range 50_000 {
		var b strings.Builder
		for range r.IntN(6) {
			part := []byte(parts[r.IntN(len(parts))])
			for i, c := range part {
				if 'a' <= c && c <= 'z' && r.IntN(3) == 0 && part[0] != '`' && part[0] != ' ' {
					part[i] = c - 'a' + 'A'
				}
			}
			b.Write(part)
		}
		text := b.String()
		got, want := Seek(text), soughtApart(text)
		if got != want {
			t.Fatalf("%q: found %016b, want %016b", text, got, want)
		}
		for bit := Sought(1); bit != 0; bit <<= 1 {
			if want&bit != 0 {
				seen[bit]++
			}
		}
	}
	for bit := SoughtCall; bit <= soughtName; bit <<= 1 {
		if seen[bit] == 0 {
			t.Errorf("no text had %016b", bit)
		}
	}
}

// A text without anything sought costs no more than the search.
func TestSeekFindsNothing(t *testing.T) {
	for _, text := range []string{"", "SELECT", "UPDATE t SET c = 1 WHERE id = 5", "INSERT INTO t VALUES"} {
		if got := Seek(text) &^ SoughtSelect; got != 0 {
			t.Errorf("%q: found %016b", text, got)
		}
	}
	if n := testing.AllocsPerRun(100, func() { Seek("SELECT c FROM sbtest1 WHERE id = 5023") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
