package server

import (
	"strings"

	"github.com/perfschema/perfschema"
)

// storagePackages allocate values that rows of a statement hold and that are
// read from Dolt's storage. Its caches are elsewhere, but for a part of the
// last.
var storagePackages = []string{
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/index",
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/kvexec",
	"github.com/dolthub/dolt/go/store/val",
	"github.com/dolthub/dolt/go/store/prolly/tree",
}

// placeMemory says that what statements hold may have been allocated by Dolt.
func placeMemory(s *perfschema.Schema) {
	for i, c := range s.ClassesOf(perfschema.KindMemory) {
		if strings.HasPrefix(c.Name(), "memory/sql/") {
			s.Memory(perfschema.MemoryKey(i + 1)).AllocatedIn(storagePackages...)
		}
	}
}
