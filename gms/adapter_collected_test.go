package gms_test

import (
	"runtime"
	"testing"
	"weak"

	"github.com/perfschema/perfschema"
)

// A server that was closed is garbage with its Schema, some megabytes, once another one
// stands in its place in what the engine has once for the process.
func TestServerIsCollected(t *testing.T) {
	var schema weak.Pointer[perfschema.Schema]
	t.Run("closed", func(t *testing.T) {
		s := startServer(t, perfschema.Config{})
		rows(t, s.connectWith(t, nil), "SELECT COUNT(*) FROM performance_schema.threads")
		schema = weak.Make(s.schema)
	})
	startServer(t, perfschema.Config{})
	await(t, "the Schema to be garbage", func() bool {
		runtime.GC()
		return schema.Value() == nil
	})
}
