package server

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/perfschema/perfschema/view/sys"
)

// TestSysConfigIsKept holds that the options of sys outlive the server, those that were
// deleted among them, and that a file nobody can read is told of.
func TestSysConfigIsKept(t *testing.T) {
	dir, value, at := t.TempDir(), "1", time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	first := sys.NewConfig(at)
	if err := keepSysConfig(first, dir); err != nil {
		t.Fatal(err)
	}
	if err := first.Insert(sys.Option{Variable: "mine", Value: &value, SetTime: at, SetBy: "me@here"}); err != nil {
		t.Fatal(err)
	}
	if err := first.Delete("statement_truncate_len"); err != nil {
		t.Fatal(err)
	}
	second := sys.NewConfig(time.Now())
	if err := keepSysConfig(second, dir); err != nil {
		t.Fatal(err)
	}
	options := second.Options()
	if _, there := second.Value("statement_truncate_len"); there || len(options) != 6 {
		t.Errorf("%v are left", options)
	}
	if o := options[2]; o.Variable != "mine" || *o.Value != value || !o.SetTime.Equal(at) || o.SetBy != "me@here" {
		t.Errorf("%+v was kept", o)
	}
	if err := second.Clear(); err != nil {
		t.Fatal(err)
	}
	third := sys.NewConfig(time.Now())
	if err := keepSysConfig(third, dir); err != nil || len(third.Options()) != 0 {
		t.Errorf("%v, %v came back", err, third.Options())
	}
	if err := os.WriteFile(filepath.Join(dir, sysConfigFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := keepSysConfig(third, dir); err == nil {
		t.Error("what cannot be read was taken")
	}
}
