package wire

import "testing"

func TestPadInfo(t *testing.T) {
	for in, want := range map[string]int{
		"":                   0, // no text is written at all
		"Statement prepared": 35,
		"Rows matched: 1  Changed: 1  Warnings: 0": 40,
	} {
		if got := PadInfo(in); len(got) != want || got[:len(in)] != in {
			t.Errorf("%q became %q", in, got)
		}
	}
}
