package sys

import "testing"

func TestUnits(t *testing.T) {
	for n, want := range map[float64]string{
		0: "0 bytes", 512: "512 bytes", 1024: "1 KiB", 1536: "1.5 KiB", 5 << 20: "5 MiB", 1<<30 + 1<<29: "1.5 GiB", 18446644073709551615: "16383.91 PiB",
	} {
		if got := FormatBytes(n); got != want {
			t.Errorf("FormatBytes(%v) is %q, want %q", n, got, want)
		}
	}
	for n, want := range map[float64]string{
		0: "0 ps", 1: "1 ps", 1000: "1 ns", 3505: "3.51 ns", 45e6: "45 us", 1.5e9: "1.5 ms", 2e12: "2 s", 188732396662000: "3.15 m",
		3600e12: "1 h", 90000e12: "1.04 d", 604800e12: "1 w",
	} {
		if got := FormatTime(n); got != want {
			t.Errorf("FormatTime(%v) is %q, want %q", n, got, want)
		}
	}
}

func TestPaths(t *testing.T) {
	directories := []Directory{{"datadir", "/var/data/"}, {"tmpdir", "/tmp"}, {"empty", ""}}
	for _, test := range [][4]string{
		{"/var/data/world/City.ibd", "@@datadir/world/City.ibd", "world", "City"},
		{"/var/database/x", "/var/database/x", "database", "x"},
		{`/tmp\a\b@0024c.frm`, "@@tmpdir/a/b@0024c.frm", "a", "b$c"},
		{"/var/data", "@@datadir", "var", "data"},
		{"alone.ibd", "alone.ibd", "", "alone"},
	} {
		if got := FormatPath(test[0], directories); got != test[1] {
			t.Errorf("FormatPath(%q) is %q, want %q", test[0], got, test[1])
		}
		if got := SchemaFromFileName(test[0]); got != test[2] {
			t.Errorf("SchemaFromFileName(%q) is %q, want %q", test[0], got, test[2])
		}
		if got := TableFromFileName(test[0]); got != test[3] {
			t.Errorf("TableFromFileName(%q) is %q, want %q", test[0], got, test[3])
		}
	}
}

func TestStatements(t *testing.T) {
	const statement = "SELECT variable, value, set_time, set_by FROM sys_config"
	for n, want := range map[int]string{64: statement, 32: "SELECT variabl ... ROM sys_config", 0: " ... ", 3: " ... "} {
		if got := FormatStatement(statement, n); got != want {
			t.Errorf("to %d: %q, want %q", n, got, want)
		}
	}
	if got := FormatStatement("SELECT\n1", 64); got != "SELECT 1" {
		t.Errorf("%q", got)
	}
	if got := QuoteIdentifier("a`b"); got != "`a``b`" {
		t.Errorf("%q", got)
	}
	if got := ListAdd("", "a") + " " + ListAdd("a,b", "c"); got != "a a,b,c" {
		t.Errorf("%q", got)
	}
	for list, want := range map[string]string{"a,b,c": "a,c", "b": "", "a, b ,c": "a,c", "": "", "bb,b": "bb"} {
		if got := ListDrop(list, "b"); got != want {
			t.Errorf("ListDrop(%q) is %q, want %q", list, got, want)
		}
	}
}
