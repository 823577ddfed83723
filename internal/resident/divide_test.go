package resident

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

func parsed(t *testing.T) []mapping {
	t.Helper()
	text, err := os.ReadFile("testdata/smaps.txt")
	if err != nil {
		t.Fatal(err)
	}
	maps, err := parseSmaps(text)
	if err != nil {
		t.Fatal(err)
	}
	return maps
}

func TestDivide(t *testing.T) {
	maps := parsed(t)
	got := divide(maps, facts{program: "/srv/my program", heap: 0x2dcbebc01000})
	const k = 1 << 10
	want := Set{
		Divided:  true,
		Program:  Program{Text: 36932 * k, ROData: (8 + 44724) * k, Data: 6072 * k, BSS: 196 * k},
		Heap:     Arena{Resident: (18124 + 4) * k, Size: 0x2dcbee000000 - 0x2dcbebc00000 + 0x1000, Lazy: 64 * k, Huge: 2048 * k, Count: 2},
		Runtime:  Region{4 * k, 1},
		Named:    true,
		CHeap:    Region{(8 + 4) * k, 2},
		CStacks:  Region{(8 + 20) * k, 2},
		Kernel:   Region{8 * k, 2},
		Other:    Region{(224 + 1016) * k, 2},
		Files:    []File{{"/data/table.idx (deleted)", 512 * k, 1}, {"/usr/lib/libc.so.6", (152 + 8 + 20) * k, 3}},
		Swapped:  40 * k,
		Mappings: 24,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	var all int64
	for _, m := range maps {
		all += m.rss
	}
	if got.Sum() != all {
		t.Errorf("the parts are %d bytes, the mappings %d", got.Sum(), all)
	}
}

// TestDivideReplaced: a program that was replaced while it runs is still the
// program.
func TestDivideReplaced(t *testing.T) {
	maps, err := parseSmaps([]byte("00400000-00500000 r-xp 00000000 fe:00 7   /srv/p (deleted)\nRss: 12 kB\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := divide(maps, facts{program: "/srv/p"}); got.Program.Text != 12<<10 || got.Files != nil {
		t.Errorf("%+v", got)
	}
}

func TestParseSmapsDamaged(t *testing.T) {
	for _, text := range []string{
		"Rss: 4 kB\n",
		"nonsense\n",
		"00400000-00500000 r-xp 00000000 fe:00\n",
		"00400000-x r-xp 00000000 fe:00 7 /p\n",
		"00400000 r-xp 00000000 fe:00 7 /p\n",
		"00400000-00500000 r 00000000 fe:00 7 /p\n",
	} {
		if maps, err := parseSmaps([]byte(text)); err == nil {
			t.Errorf("%q gives %+v", text, maps)
		}
	}
	maps, err := parseSmaps([]byte("00400000-00500000 r-xp 00000000 fe:00 7 /p\nRss: many kB\nNew: 5 kB"))
	if err != nil || len(maps) != 1 || maps[0].rss != 0 {
		t.Errorf("%+v, %v", maps, err)
	}
}

func FuzzParseSmaps(f *testing.F) {
	text, err := os.ReadFile("testdata/smaps.txt")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(strings.Repeat("0-1 ---p 0 0 0\n", 3)))
	f.Fuzz(func(t *testing.T, text []byte) {
		maps, err := parseSmaps(text)
		if err != nil {
			return
		}
		var all int64
		for _, m := range maps {
			all += m.rss
		}
		if s := divide(maps, facts{program: "/p", heap: 1}); s.Sum() != all {
			t.Errorf("the parts are %d bytes, the mappings %d", s.Sum(), all)
		}
	})
}
