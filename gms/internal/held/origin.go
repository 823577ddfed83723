package held

import "github.com/perfschema/perfschema"

const (
	engineModule = "github.com/dolthub/go-mysql-server/"
	vitessModule = "github.com/dolthub/vitess/"
)

// rowPackages allocate rows and their values: what iterators make first, then
// what functions and conversions do.
var rowPackages = []string{
	engineModule + "sql/rowexec",
	engineModule + "sql/expression/function/aggregation",
	engineModule + "sql/expression/function/aggregation/window",
	engineModule + "sql/iters",
	"github.com/perfschema/perfschema/gms",
	"github.com/perfschema/perfschema/gms/dialect/function",
	"github.com/perfschema/perfschema/gms/internal/held",
	"github.com/perfschema/perfschema/gms/internal/pipeline",
	"github.com/perfschema/perfschema/gms/internal/processlist",
	"github.com/perfschema/perfschema/gms/internal/table",
	"github.com/perfschema/perfschema/gms/dialect/builtin",
	"github.com/perfschema/perfschema/gms/dialect/change",
	"github.com/perfschema/perfschema/gms/dialect/collate",
	"github.com/perfschema/perfschema/gms/dialect/column",
	"github.com/perfschema/perfschema/gms/dialect/group",
	"github.com/perfschema/perfschema/gms/dialect/operand",
	"github.com/perfschema/perfschema/gms/dialect/planwalk",
	"github.com/perfschema/perfschema/gms/dialect/query",
	"github.com/perfschema/perfschema/gms/dialect/trigger",
	"github.com/perfschema/perfschema/gms/dialect/window",
	"strings",
	"bytes",
	"fmt",
	"strconv",
	engineModule + "sql/expression/function",
	engineModule + "sql/expression",
	engineModule + "sql/types",
	"github.com/shopspring/decimal",
	engineModule + "memory",
	engineModule + "sql/plan",
	engineModule + "sql",
}

// resultPackages allocate what is sent to a client.
var resultPackages = []string{
	engineModule + "server",
	engineModule + "sql",
	vitessModule + "go/sqltypes",
	vitessModule + "go/mysql",
	engineModule + "sql/types",
	"strings",
}

// treePackages allocate parse trees and plans.
var treePackages = []string{
	vitessModule + "go/vt/sqlparser",
	engineModule + "sql/expression",
	engineModule + "sql/plan",
	engineModule + "sql/planbuilder",
	engineModule + "sql/analyzer",
	engineModule + "sql/transform",
	engineModule + "sql/expression/function",
	engineModule + "sql/expression/function/aggregation",
	engineModule + "sql/memo",
	engineModule + "sql",
	engineModule + "sql/types",
	"strings",
	"bytes",
	"strconv",
}

// allocating are the packages that allocate what an instrument counts.
var allocating = map[string][]string{
	"memory/sql/Filesort_buffer::sort_keys": rowPackages,
	"memory/sql/hash_op":                    rowPackages,
	"memory/sql/JOIN_CACHE":                 rowPackages,
	"memory/sql/grouping":                   rowPackages,
	"memory/sql/distinct":                   rowPackages,
	"memory/sql/window_frame":               rowPackages,
	"memory/sql/recursive_cte":              rowPackages,
	"memory/sql/select_into":                rowPackages,
	"memory/sql/result":                     resultPackages,
	"memory/sql/result_pool":                {engineModule + "sql"},
	"memory/sql/THD::main_mem_root":         treePackages,
	"memory/sql/thd::transactions":          {engineModule + "memory", engineModule + "sql"},
	"memory/sql/sp_head::call_mem_root":     rowPackages,
	"memory/sql/sp_head::execute_mem_root":  treePackages,
	"memory/sql/NET::buff":                  {"bufio", vitessModule + "go/bucketpool", vitessModule + "go/mysql"},
	"memory/sql/Prepared_statement::main_mem_root": {
		vitessModule + "go/vt/sqlparser", vitessModule + "go/mysql", engineModule + "sql", "strings",
	},
	"memory/sql/THD::variables":        {engineModule + "sql/variables", engineModule + "sql"},
	"memory/sql/session_state":         {engineModule + "memory", engineModule + "sql"},
	"memory/sql/user_var_entry::value": {engineModule + "sql", engineModule + "sql/types", "strings"},
}

// Attribute says of the adapter's instruments where their memory is allocated,
// so that it is not counted there too.
func Attribute(s *perfschema.Schema) {
	for i, c := range s.Read().ClassesOf(perfschema.KindMemory) {
		if packages := allocating[c.Name()]; packages != nil {
			s.Memory(perfschema.MemoryKey(i + 1)).AllocatedIn(packages...)
		}
	}
}
