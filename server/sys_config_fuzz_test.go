package server

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema/view/sys"
)

// FuzzSysConfig: whatever a data directory has for the options of the schema sys is refused or
// taken, and what is taken can be read.
func FuzzSysConfig(f *testing.F) {
	f.Add([]byte(`[{"Variable":"statement_truncate_len","Value":"100"}]`))
	f.Add([]byte(`[[[[{}]]]]`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, data []byte) {
		options, err := parseSysConfig(data)
		if err != nil {
			return
		}
		if len(options) > len(data) {
			t.Errorf("%d options of %d bytes", len(options), len(data))
		}
		config := sys.NewConfig(time.Unix(0, 0))
		config.Keep(options, func([]sys.Option) error { return nil })
		for _, o := range config.Options() {
			config.Value(o.Variable)
		}
	})
}
