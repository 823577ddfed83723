package digest

// The words of the grammar are found by hash: open addressing, a fixed table
// filled once, no allocation and mostly one probe.

const (
	wordBits = 12
	wordMask = 1<<wordBits - 1
	hashSeed = 2166136261
	hashMul  = 16777619
)

// wordTable maps a hashed word to its index in a keyword list, plus one.
type wordTable struct {
	slots [1 << wordBits]uint16
	list  []entry
}

type entry struct {
	word     string
	num      token
	function bool
}

var (
	grammarWords = newWordTable(keywords[:], functions[:])
	hintWords    = newWordTable(hints[:], nil)
)

// upper folds ASCII letters; every other byte stands for itself.
var upper = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
		if 'a' <= i && i <= 'z' {
			t[i] = byte(i - 'a' + 'A')
		}
	}
	return t
}()

func hashWord(s string) uint32 {
	h := uint32(hashSeed)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(upper[s[i]])) * hashMul
	}
	return h
}

func newWordTable(words, functions []keyword) *wordTable {
	t := &wordTable{}
	add := func(k keyword, function bool) {
		t.list = append(t.list, entry{k.word, k.num, function})
		i := slot(hashWord(k.word))
		for t.slots[i] != 0 {
			i = (i + 1) & wordMask
		}
		t.slots[i] = uint16(len(t.list))
	}
	for _, k := range words {
		add(k, false)
	}
	for _, k := range functions {
		add(k, true)
	}
	return t
}

func slot(h uint32) uint32 { return (h ^ h>>wordBits ^ h>>(2*wordBits)) & wordMask }

// find returns the entry of a word in any letter case, nil if it is no keyword.
// h is the hashWord of the word.
func (t *wordTable) find(word string, h uint32) *entry {
	for i := slot(h); ; i = (i + 1) & wordMask {
		n := t.slots[i]
		if n == 0 {
			return nil
		}
		if e := &t.list[n-1]; sameWord(word, e.word) {
			return e
		}
	}
}

// sameWord compares a word with one in upper case.
func sameWord(word, up string) bool {
	if len(word) != len(up) {
		return false
	}
	for i := 0; i < len(up); i++ {
		if upper[word[i]] != up[i] {
			return false
		}
	}
	return true
}

// charsets are MySQL's character sets. With an underscore in front they
// introduce a string and are no identifiers.
var charsets = [...]string{
	"ARMSCII8", "ASCII", "BIG5", "BINARY", "CP1250", "CP1251", "CP1256", "CP1257",
	"CP850", "CP852", "CP866", "CP932", "DEC8", "EUCJPMS", "EUCKR", "GB18030", "GB2312",
	"GBK", "GEOSTD8", "GREEK", "HEBREW", "HP8", "KEYBCS2", "KOI8R", "KOI8U", "LATIN1",
	"LATIN2", "LATIN5", "LATIN7", "MACCE", "MACROMAN", "SJIS", "SWE7", "TIS620", "UCS2",
	"UJIS", "UTF16", "UTF16LE", "UTF32", "UTF8", "UTF8MB3", "UTF8MB4",
}

func isCharset(name string) bool {
	for _, c := range charsets {
		if sameWord(name, c) {
			return true
		}
	}
	return false
}
