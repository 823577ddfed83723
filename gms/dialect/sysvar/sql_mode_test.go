package sysvar

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
)

func newModeType(t testing.TB) modeType {
	t.Helper()
	known, _, _ := sql.SystemVariables.GetGlobal(sqlModeName)
	engine, ok := known.(*sql.MysqlSystemVariable)
	if !ok {
		t.Fatal("the engine has no sql_mode")
	}
	set, ok := engine.Type.(engineSet)
	if !ok {
		t.Fatalf("sql_mode is of type %T", engine.Type)
	}
	return modeType{set, new([16]atomic.Pointer[modeText])}
}

// What a mode is set to comes back in MySQL's order, with what it stands for, as often as it is
// asked for.
func TestModes(t *testing.T) {
	modes := newModeType(t)
	texts := map[string]string{
		"": "", "ansi": combined["ANSI"], "TRADITIONAL": combined["TRADITIONAL"], "STRICT_ALL_TABLES,ANSI_QUOTES": "ANSI_QUOTES,STRICT_ALL_TABLES",
	}
	for _, mode := range sqlModes {
		if combined[mode] == "" {
			texts[strings.ToLower(mode)] = mode
		}
	}
	for range 2 {
		for given, want := range texts {
			v, _, err := modes.Convert(context.Background(), given)
			if err != nil {
				t.Fatalf("%s: %v", given, err)
			}
			got, err := modes.BitsToString(v.(uint64))
			if err != nil || got != want {
				t.Errorf("%s is %q, %v; want %q", given, got, err, want)
			}
			if sent, err := modes.SQL(sql.NewEmptyContext(), nil, got); err != nil || sent.ToString() != want {
				t.Errorf("%s is sent as %v, %v; want %q", given, sent, err, want)
			}
		}
	}
}

// Every mode of the engine has a place in MySQL's order.
func TestModesAreKnown(t *testing.T) {
	for _, mode := range newModeType(t).Values() {
		found := mode == "NO_AUTO_CREATE_USER" // which MySQL has no more
		for _, known := range sqlModes {
			found = found || known == mode
		}
		if !found {
			t.Errorf("%s has no place", mode)
		}
	}
}

func BenchmarkModes(b *testing.B) {
	modes := newModeType(b)
	v, _, err := modes.Convert(context.Background(), "TRADITIONAL")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := modes.BitsToString(v.(uint64)); err != nil {
			b.Fatal(err)
		}
	}
}
