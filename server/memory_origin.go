package server

import (
	"strings"

	"github.com/perfschema/perfschema"
)

const doltModule = "github.com/dolthub/dolt/go/"

// valuePackages allocate values that statements hold and that were read from
// Dolt's storage.
var valuePackages = []string{
	doltModule + "libraries/doltcore/sqle/index",
	doltModule + "libraries/doltcore/sqle/kvexec",
	doltModule + "store/val",
	doltModule + "store/prolly/tree",
	"github.com/golang/snappy", // strings are parts of the chunk they were read from
}

// cachePackages are the packages that allocate what Dolt's caches, sessions and
// edits hold, by instrument. A chunk is allocated by what decompresses it, or by what writes
// it.
var cachePackages = map[string][]string{
	"memory/dolt/node_cache": {
		doltModule + "store/pool",
		"github.com/dolthub/gozstd",
		"github.com/golang/snappy",
		doltModule + "store/prolly/message",
		doltModule + "store/prolly/tree",
		doltModule + "store/nbs",
	},
	"memory/sql/session_state": {
		doltModule + "libraries/doltcore/sqle/dsess",
		doltModule + "libraries/doltcore/sqle",
		doltModule + "libraries/doltcore/sqle/index",
		doltModule + "libraries/doltcore/sqle/writer",
		doltModule + "libraries/doltcore/sqle/sqlutil",
		doltModule + "libraries/doltcore/doltdb",
		doltModule + "store/prolly",
		doltModule + "store/skip",
		doltModule + "store/val",
	},
	"memory/sql/thd::transactions": {
		doltModule + "store/skip",
		doltModule + "store/pool",
		doltModule + "store/val",
		doltModule + "libraries/doltcore/sqle/writer",
	},
	"memory/dolt/memtable":    {doltModule + "store/nbs", doltModule + "store/pool"},
	"memory/dolt/table_index": {doltModule + "store/nbs"},
	"memory/dolt/statistics": {
		doltModule + "libraries/doltcore/sqle/statspro",
		"github.com/dolthub/go-mysql-server/sql/stats",
		doltModule + "store/val",
		doltModule + "store/prolly/tree",
	},
}

// placeMemory says of instruments of the server which packages of Dolt's
// allocate what they count.
func placeMemory(s *perfschema.Schema) {
	for i, c := range s.Read().ClassesOf(perfschema.KindMemory) {
		packages := cachePackages[c.Name()]
		if packages == nil && strings.HasPrefix(c.Name(), "memory/sql/") {
			packages = valuePackages
		}
		if packages != nil {
			s.Memory(perfschema.MemoryKey(i + 1)).AllocatedIn(packages...)
		}
	}
}
