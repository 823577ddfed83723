package clickhouse

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

// The statements are those of the golden files.
func TestSchema(t *testing.T) {
	for name, o := range map[string]SchemaOptions{
		"alone":   {Database: "perfschema", TTL: 36 * time.Hour},
		"cluster": {Database: "ps", Cluster: "c1", TTL: DefaultTTL},
	} {
		got := strings.Join(Schema(o), ";\n\n") + ";\n"
		path := filepath.Join("testdata", "schema_"+name+".sql")
		if *rewrite {
			if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs; -rewrite writes it anew:\n%s", path, got)
		}
	}
}
