package floors

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What tests compare with facts of MySQL's, and of others', says where these are from and
// how to make them anew.
func TestFactsSayWhereTheyAreFrom(t *testing.T) {
	found := 0
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if filepath.Base(filepath.Dir(name)) != "testdata" || filepath.Ext(name) != ".tsv" {
			return nil
		}
		found++
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		var said strings.Builder
		for lines := bufio.NewScanner(file); lines.Scan() && strings.HasPrefix(lines.Text(), "#"); {
			said.WriteString(strings.TrimPrefix(lines.Text(), "# ") + " ")
		}
		if text := said.String(); !strings.Contains(text, " anew") {
			t.Errorf("%s does not say where its facts are from and how to make them anew: %q", name, text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 5 {
		t.Errorf("only %d files of facts were found", found)
	}
}
