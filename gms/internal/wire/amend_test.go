package wire

import (
	"errors"
	"slices"
	"testing"
)

var (
	session = AppendChange(AppendChange(nil, ChangedVariable, "autocommit", "ON"), ChangedSchema, "shop")
	ok      = "\x07\x00\x00\x01\x00\x01\x00\x02\x00\x03\x00"
	rest    = "\x01\x00\x00\x01\x01"
)

// However what vitess writes is cut, and wherever a write fails, one packet is amended and
// what follows it passes.
func TestAmendment(t *testing.T) {
	const list = "\x00\x0e\x0aautocommit\x02ON\x01\x05\x04shop"
	for name, test := range map[string]struct {
		of            Amendment
		written, want string
		told          bool
	}{
		"changes":             {Amendment{Session: session}, ok, "\x20\x00\x00\x01\x00\x01\x00\x02\x40\x03\x00\x00\x17" + list, true},
		"after rows":          {Amendment{Session: session}, "\x07\x00\x00\x09\xfe\x00\x00\x22\x00\x00\x00", "\x20\x00\x00\x09\xfe\x00\x00\x22\x40\x00\x00\x00\x17" + list, true},
		"changes and a text":  {Amendment{Session: session}, "\x0c\x00\x00\x01\x00\x01\x00\x02\x00\x03\x00#done", "\x24\x00\x00\x01\x00\x01\x00\x02\x40\x03\x00\x04done\x17" + list, true},
		"a text":              {Amendment{Text: "done"}, ok, "\x0c\x00\x00\x01\x00\x01\x00\x02\x00\x03\x00\x04done", true},
		"warnings":            {Amendment{Warnings: 258}, "\x07\x00\x00\x01\x00\x01\x00\x02\x00\x00\x00", "\x07\x00\x00\x01\x00\x01\x00\x02\x00\x02\x01", true},
		"flags and a number":  {Amendment{Status: 0x202, Sequence: 5}, ok, "\x07\x00\x00\x05\x00\x01\x00\x02\x02\x03\x00", true},
		"many rows":           {Amendment{Session: AppendChange(nil, ChangedState, "1")}, "\x09\x00\x00\x01\x00\xfc\x00\x01\x00\x02\x00\x00\x00", "\x0f\x00\x00\x01\x00\xfc\x00\x01\x00\x02\x40\x00\x00\x00\x04\x02\x02\x011", true},
		"an error":            {Amendment{Session: session}, "\x0d\x00\x00\x01\xff\x28\x04#42000text", "\x0d\x00\x00\x01\xff\x28\x04#42000text", false},
		"the old end of rows": {Amendment{Session: session}, "\x05\x00\x00\x01\xfe\x00\x00\x02\x00", "\x05\x00\x00\x01\xfe\x00\x00\x02\x00", false},
		"an empty packet":     {Amendment{Session: session}, "\x00\x00\x00\x01", "\x00\x00\x00\x01", false},
	} {
		written, want := []byte(test.written+rest), test.want+rest
		for cut := range written {
			for fails := range len(want) {
				a, got, left := test.of, []byte(nil), fails
				a.On = true
				write := func(b []byte) (int, error) {
					if left >= 0 && left < len(b) {
						n := left
						left = -1
						got = append(got, b[:n]...)
						return n, errors.New("late")
					}
					left -= len(b)
					got = append(got, b...)
					return len(b), nil
				}
				for part := range slices.Values([][]byte{written[:cut], written[cut:]}) {
					for len(part) > 0 {
						once := write
						if a.On {
							once = func(b []byte) (int, error) { return a.Write(b, write) }
						}
						n, _ := once(part)
						part = part[n:]
					}
				}
				if string(got) != want || a.Told() != test.told || a.On {
					t.Fatalf("%s, cut at %d, failed at %d: %q, told %v, on %v", name, cut, fails, got, a.Told(), a.On)
				}
			}
		}
	}
}

func TestInteger(t *testing.T) {
	for _, n := range []uint64{0, 250, 251, 255, 1<<16 - 1, 1 << 16, 1<<24 - 1, 1 << 24, 1<<64 - 1} {
		f := Fields{Rest: append(AppendInteger(nil, n), 7)}
		if got := f.Integer(); got != n || f.Uint8() != 7 || f.Failed {
			t.Errorf("%d is %d", n, got)
		}
	}
	for _, b := range []string{"", "\xfb", "\xff", "\xfc\x01", "\xfd\x01\x01", "\xfe\x01"} {
		f := Fields{Rest: []byte(b)}
		if f.Integer(); !f.Failed {
			t.Errorf("%q is one", b)
		}
	}
}
