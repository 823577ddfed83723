package wire

import (
	"bytes"
	"testing"
)

func TestFields(t *testing.T) {
	f := Fields{Rest: []byte("\x07\x01\x02\x01\x00\x00\x00name\x00\x03abc\xfc\x02\x00dexy")}
	if n := f.Uint8(); n != 7 {
		t.Errorf("%d", n)
	}
	if n := f.Uint16(); n != 0x201 {
		t.Errorf("%#x", n)
	}
	if n := f.Uint32(); n != 1 {
		t.Errorf("%d", n)
	}
	if s := f.ZeroTerminated(); string(s) != "name" {
		t.Errorf("%q", s)
	}
	for _, want := range []string{"abc", "de"} {
		if s := f.Bytes(); string(s) != want {
			t.Errorf("%q, want %q", s, want)
		}
	}
	if f.Skip(1); f.Failed || string(f.Rest) != "y" {
		t.Errorf("%v, %q", f.Failed, f.Rest)
	}
	if n := f.Uint32(); n != 0 || !f.Failed || f.Rest != nil {
		t.Errorf("%d of one byte; %v, %q", n, f.Failed, f.Rest)
	}
}

// Whatever a packet has in it, no field reaches beyond it, and after the first
// that is not there all are empty.
func FuzzFields(f *testing.F) {
	f.Add([]byte("\xfe\xff\xff\xff\xff\xff\xff\xff\xffname\x00"), []byte{4, 3, 2, 1, 0})
	f.Add([]byte("\x03abc\x01\x00\x00\x00"), []byte{4, 2})
	f.Fuzz(func(t *testing.T, packet, kinds []byte) {
		r := Fields{Rest: bytes.Clone(packet)}
		for _, k := range kinds {
			failed, before := r.Failed, len(r.Rest)
			var got int
			switch k % 5 {
			case 0:
				got = int(r.Uint8())
			case 1:
				got = int(r.Uint16())
			case 2:
				got = int(r.Uint32())
			case 3:
				got = len(r.ZeroTerminated())
			case 4:
				got = len(r.Bytes())
			}
			if failed && (got != 0 || !r.Failed) || len(r.Rest) > before || k%5 > 2 && got > before {
				t.Fatalf("%d gives %d of %d bytes, %d left, failed %v", k%5, got, before, len(r.Rest), r.Failed)
			}
		}
	})
}
