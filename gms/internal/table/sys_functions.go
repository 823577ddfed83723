package table

import (
	"strings"
	"sync"
	"time"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/routine"
)

// sysFunctionTexts are the functions of sys: the name, parameters, type and characteristics
// of each. What they do is written in Go.
var sysFunctionTexts = [][4]string{
	{"extract_schema_from_file_name", "path VARCHAR(512)", "VARCHAR(64)", "DETERMINISTIC NO SQL"},
	{"extract_table_from_file_name", "path VARCHAR(512)", "VARCHAR(64)", "DETERMINISTIC NO SQL"},
	{"format_bytes", "bytes TEXT", "TEXT", "DETERMINISTIC NO SQL"},
	{"format_path", "in_path VARCHAR(512)", "VARCHAR(512)", "DETERMINISTIC NO SQL"},
	{"format_statement", "statement LONGTEXT", "LONGTEXT", "DETERMINISTIC NO SQL"},
	{"format_time", "picoseconds TEXT", "TEXT", "DETERMINISTIC NO SQL"},
	{"list_add", "in_list TEXT, in_add_value TEXT", "TEXT", "DETERMINISTIC CONTAINS SQL"},
	{"list_drop", "in_list TEXT, in_drop_value TEXT", "TEXT", "DETERMINISTIC CONTAINS SQL"},
	{"ps_is_account_enabled", "in_host VARCHAR(255), in_user VARCHAR(32)", "ENUM('YES','NO')", "DETERMINISTIC READS SQL DATA"},
	{"ps_is_consumer_enabled", "in_consumer VARCHAR(64)", "ENUM('YES','NO')", "DETERMINISTIC READS SQL DATA"},
	{"ps_is_instrument_default_enabled", "in_instrument VARCHAR(128)", "ENUM('YES','NO')", "DETERMINISTIC READS SQL DATA"},
	{"ps_is_instrument_default_timed", "in_instrument VARCHAR(128)", "ENUM('YES','NO')", "DETERMINISTIC READS SQL DATA"},
	{"ps_is_thread_instrumented", "in_connection_id BIGINT UNSIGNED", "ENUM('YES','NO','UNKNOWN')", "READS SQL DATA"},
	{"ps_thread_account", "in_thread_id BIGINT UNSIGNED", "TEXT", "READS SQL DATA"},
	{"ps_thread_id", "in_connection_id BIGINT UNSIGNED", "BIGINT UNSIGNED", "READS SQL DATA"},
	{"ps_thread_stack", "thd_id BIGINT UNSIGNED, debug TINYINT(1)", "LONGTEXT", "READS SQL DATA"},
	{"ps_thread_trx_info", "in_thread_id BIGINT UNSIGNED", "LONGTEXT", "READS SQL DATA"},
	{"quote_identifier", "in_identifier TEXT", "TEXT", "DETERMINISTIC NO SQL"},
	{"sys_get_config", "in_variable_name VARCHAR(128), in_default_value VARCHAR(128)", "VARCHAR(128)", "DETERMINISTIC READS SQL DATA"},
	{"version_major", "", "TINYINT UNSIGNED", "NO SQL"},
	{"version_minor", "", "TINYINT UNSIGNED", "NO SQL"},
	{"version_patch", "", "TINYINT UNSIGNED", "NO SQL"},
}

// sysMode is the SQL mode in which MySQL makes what is in sys.
const sysMode = "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION"

// routinesMade is when the routines of sys were made: when the process first looked.
var routinesMade = sync.OnceValue(func() time.Time { return time.Now().UTC().Truncate(time.Second) })

// sysFunctions are those that information_schema lists. Their bodies are empty, as to who may
// not see them in MySQL.
var sysFunctions = sync.OnceValue(func() []declared {
	out, mode := make([]declared, 0, len(sysFunctionTexts)), sysMode
	for _, f := range sysFunctionTexts {
		params, returns, ok := signature(f[1], f[2])
		if !ok {
			continue // a test holds that there is none
		}
		r := declared{
			schema: computed.Sys, name: f[0], kind: "FUNCTION", definer: sysDefiner, Characteristics: routine.Characteristics{Security: sysSecurity},
			created: routinesMade(), altered: routinesMade(), params: params, returns: &returns, mode: &mode,
		}
		r.Access, r.Deterministic = strings.CutPrefix(f[3], "DETERMINISTIC ")
		out = append(out, r)
	}
	return out
})

// SysFunction finds a function of sys by name, in any letter case.
func SysFunction(name string) (string, bool) {
	for _, f := range sysFunctionTexts {
		if strings.EqualFold(f[0], name) {
			return f[0], true
		}
	}
	return "", false
}

// signature parses parameters and a type, by way of a procedure that has them all.
func signature(params, returns string) (list []sqlparser.ProcedureParam, typ sqlparser.ColumnType, ok bool) {
	if params != "" {
		params += ", "
	}
	stmt, err := sqlparser.Parse("CREATE PROCEDURE p(" + params + "r " + returns + ") SELECT 1")
	ddl, isDDL := stmt.(*sqlparser.DDL)
	if err != nil || !isDDL || ddl.ProcedureSpec == nil || len(ddl.ProcedureSpec.Params) == 0 {
		return nil, typ, false
	}
	list = ddl.ProcedureSpec.Params
	last := len(list) - 1
	return list[:last], list[last].Type, true
}
