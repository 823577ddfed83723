package table

import (
	"context"
	"testing"
	"time"

	"github.com/perfschema/perfschema/view"
)

// A value keeps its meaning on the way to the engine and back.
func TestValuesRoundTrip(t *testing.T) {
	for _, test := range []struct {
		typ   string
		value any
	}{
		{"bigint unsigned", uint64(1) << 63},
		{"bigint", int64(-5)},
		{"int", int64(7)},
		{"double", 0.25},
		{"varchar(64)", "naïve"},
		{"char(32)", "bob"},
		{"longtext", "SELECT 1"},
		{"enum('YES','NO')", "NO"},
		{"set('singleton','progress','user')", "singleton,user"},
		{"set('singleton','progress','user')", ""},
		{"varchar(64)", nil},
	} {
		typ, err := columnType("t", view.Column{Name: "C", Type: test.typ})
		if err != nil {
			t.Fatal(err)
		}
		stored, err := toEngine(context.Background(), typ, test.value)
		if err != nil {
			t.Errorf("%s %v: %v", test.typ, test.value, err)
			continue
		}
		if got, err := fromEngine(typ, stored); err != nil || got != test.value {
			t.Errorf("%s %v comes back as %v, %v", test.typ, test.value, got, err)
		}
	}
}

func TestValuesOutOfRange(t *testing.T) {
	for typ, value := range map[string]any{"int": int64(1) << 40, "enum('YES','NO')": "MAYBE", "bigint unsigned": "x"} {
		engineType, err := columnType("t", view.Column{Name: "C", Type: typ})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := toEngine(context.Background(), engineType, value); err == nil {
			t.Errorf("%s takes %v as %v", typ, value, got)
		}
	}
	for _, typ := range []string{"nonsense", "int, d int", ""} {
		if got, err := columnType("t", view.Column{Name: "C", Type: typ}); err == nil {
			t.Errorf("type %q is taken for %v", typ, got)
		}
	}
}

func TestClockTime(t *testing.T) {
	at := time.Date(2026, 3, 1, 23, 30, 0, 1234567, time.UTC)
	for zone, want := range map[string]string{
		"+00:00": "2026-03-01 23:30:00.001234", "+05:30": "2026-03-02 05:00:00.001234",
		"-01:00": "2026-03-01 22:30:00.001234", "nonsense": "2026-03-01 23:30:00.001234",
	} {
		if got := clockTime(at, zone).Format("2006-01-02 15:04:05.000000"); got != want {
			t.Errorf("in %s it is %s, want %s", zone, got, want)
		}
	}
	local := at.In(time.FixedZone("here", 3600))
	if got := clockTime(local, utc); !got.Equal(at.Truncate(time.Microsecond)) {
		t.Errorf("a local time becomes %v", got)
	}
}
