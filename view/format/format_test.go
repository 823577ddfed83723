package format

import (
	"math"
	"testing"
)

func TestBytes(t *testing.T) {
	for _, c := range []struct {
		n    float64
		want string
	}{
		{0, "   0 bytes"},
		{1, "   1 bytes"},
		{1.99, "   1 bytes"},
		{12, "  12 bytes"},
		{512, " 512 bytes"},
		{1023, "1023 bytes"},
		{1023.9, "1023 bytes"},
		{1024, "1.00 KiB"},
		{1029, "1.00 KiB"},
		{1030, "1.01 KiB"},
		{1536, "1.50 KiB"},
		{10240, "10.00 KiB"},
		{102400, "100.00 KiB"},
		{1<<20 - 1, "1024.00 KiB"},
		{1 << 20, "1.00 MiB"},
		{1<<30 - 1, "1024.00 MiB"},
		{1 << 30, "1.00 GiB"},
		{1 << 40, "1.00 TiB"},
		{1 << 50, "1.00 PiB"},
		{1 << 60, "1.00 EiB"},
		{18446644073709551615, "16.00 EiB"},
		{99999 * (1 << 60), "99999.00 EiB"},
		{99999.999 * (1 << 60), "100000.00 EiB"},
		{100000 * (1 << 60), "1.00e+05 EiB"},
		{1.2345e7 * (1 << 60), "1.23e+07 EiB"},
		{1e100 * (1 << 60), "1.00e+100 EiB"},
		{-0.5, "   0 bytes"},
		{-1, "  -1 bytes"},
		{-1023, "-1023 bytes"},
		{-1024, "-1.00 KiB"},
		{-1536 * 1024, "-1.50 MiB"},
		{-100000 * (1 << 60), "-1.00e+05 EiB"},
	} {
		if got := Bytes(c.n); got != c.want {
			t.Errorf("Bytes(%v) = %q, want %q", c.n, got, c.want)
		}
	}
}

func TestPicoTime(t *testing.T) {
	const s = 1e12
	for _, c := range []struct {
		ps   float64
		want string
	}{
		{0, "  0 ps"},
		{1, "  1 ps"},
		{42.9, " 42 ps"},
		{999, "999 ps"},
		{999.9, "999 ps"},
		{1000, "1.00 ns"},
		{3501, "3.50 ns"},
		{999999, "1000.00 ns"},
		{1e6, "1.00 us"},
		{1e9, "1.00 ms"},
		{1.5e9, "1.50 ms"},
		{s, "1.00 s"},
		{59.99 * s, "59.99 s"},
		{60 * s, "1.00 min"},
		{188732396662000, "3.15 min"},
		{3599.99 * s, "60.00 min"},
		{3600 * s, "1.00 h"},
		{86399 * s, "24.00 h"},
		{86400 * s, "1.00 d"},
		{math.MaxUint64, "213.50 d"},
		{99999 * 86400 * s, "99999.00 d"},
		{100000 * 86400 * s, "1.00e+05 d"},
		{-1, " -1 ps"},
		{-999, "-999 ps"},
		{-1000, "-1.00 ns"},
		{-90 * s, "-1.50 min"},
		{-100000 * 86400 * s, "-1.00e+05 d"},
	} {
		if got := PicoTime(c.ps); got != c.want {
			t.Errorf("PicoTime(%v) = %q, want %q", c.ps, got, c.want)
		}
	}
}

func TestAppendDoesNotAllocate(t *testing.T) {
	dst := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() {
		dst = AppendBytes(dst[:0], 512)
		dst = AppendBytes(dst, 1536)
		dst = AppendPicoTime(dst, 1)
		dst = AppendPicoTime(dst, 188732396662000)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
