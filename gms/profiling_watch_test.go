package gms_test

import (
	"testing"

	"github.com/perfschema/perfschema/internal/usage/watchtest"
)

// A server is linked with a C library, where there is one.
func TestWatch(t *testing.T) { watchtest.Run(t) }
