package sysvar

import (
	"math"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// ExplainFormat names the variable with the format of EXPLAIN. MySQL 9.7 has TREE for it
// unless it is set; here rows are, which the engine's tree is told apart from.
const ExplainFormat = "explain_format"

// mysqlVariable is a variable that MySQL has and the engine has not.
type mysqlVariable struct {
	name  string
	where scope
	kind  kind
	// value is its default, as SHOW VARIABLES has it; of an enum the default, and after
	// a stroke all values.
	value string
}

// scope says who has a variable, and whether SET changes it.
type scope uint8

const (
	global  scope = 0
	session scope = 1 // as well
	dynamic scope = 2
	alone   scope = 4 // sessions alone
)

// kind is the type of a variable.
type kind uint8

const (
	text kind = iota
	flag
	whole
	real
	enum
)

// declare makes it one of the engine's.
func (v mysqlVariable) declare() *sql.MysqlSystemVariable {
	scope := sql.SystemVariableScope_Global
	if v.where&session != 0 {
		scope = sql.SystemVariableScope_Both
	}
	if v.where&alone != 0 {
		scope = sql.SystemVariableScope_Session
	}
	out := &sql.MysqlSystemVariable{Name: v.name, Scope: sql.GetMysqlScope(scope), Dynamic: v.where&dynamic != 0}
	switch v.kind {
	case flag:
		out.Type, out.Default = types.NewSystemBoolType(v.name), int8(0)
		if v.value == "ON" {
			out.Default = int8(1)
		}
	case whole:
		n, _ := strconv.ParseUint(v.value, 10, 64) // a test reads them all
		out.Type, out.Default = types.NewSystemUintType(v.name, 0, math.MaxUint64), n
	case real:
		n, _ := strconv.ParseFloat(v.value, 64)
		out.Type, out.Default = types.NewSystemDoubleType(v.name, 0, 1e9), n
	case enum:
		value, all, _ := strings.Cut(v.value, "|")
		out.Type, out.Default = types.NewSystemEnumType(v.name, strings.Fields(all)...), value
	default:
		out.Type, out.Default = types.NewSystemStringType(v.name), v.value
	}
	return out
}

// mended are variables of the engine's whose values or bounds are not MySQL's.
func mended() []*sql.MysqlSystemVariable {
	readOnly := func(name, value string) *sql.MysqlSystemVariable {
		return mysqlVariable{name, global, text, value}.declare()
	}
	return []*sql.MysqlSystemVariable{
		{
			Name: "innodb_lock_wait_timeout", Scope: sql.GetMysqlScope(sql.SystemVariableScope_Both), Dynamic: true,
			Type: types.NewSystemIntType("innodb_lock_wait_timeout", 1, 1<<30, false), Default: int64(50),
		},
		mysqlVariable{"sql_warnings", session | dynamic, flag, "OFF"}.declare(),
		mysqlVariable{"large_files_support", global, flag, "ON"}.declare(),
		mysqlVariable{"protocol_version", global, whole, "10"}.declare(),
		// Names of tables are stored as given and looked up in any letter case.
		mysqlVariable{"lower_case_table_names", global, whole, "2"}.declare(),
		mysqlVariable{
			"session_track_system_variables", session | dynamic, text,
			"time_zone,autocommit,character_set_client,character_set_results,character_set_connection",
		}.declare(),
		mysqlVariable{"activate_all_roles_on_login", global | dynamic, flag, "OFF"}.declare(), // not as the engine has it
		mysqlVariable{"immediate_server_version", alone | dynamic, whole, "999999"}.declare(),
		mysqlVariable{"original_server_version", alone | dynamic, whole, "999999"}.declare(),
		readOnly("have_statement_timeout", "YES"),
		readOnly("character_set_system", "utf8mb3"),
		selectLimit(),
		mysqlVariable{"admin_tls_version", global | dynamic, text, "TLSv1.2,TLSv1.3"}.declare(),
		mysqlVariable{"ft_max_word_len", global, whole, "84"}.declare(),
		readOnly("ft_stopword_file", "(built-in)"),
		mysqlVariable{"max_insert_delayed_threads", session | dynamic, whole, "20"}.declare(),
		mysqlVariable{optimizerTrace, session | dynamic, text, "enabled=off,one_line=off"}.declare(),
		mysqlVariable{optimizerTraceFeatures, session | dynamic, text, "greedy_search=on,range_optimizer=on,dynamic_range=on,repeated_subselect=on"}.declare(),
		mysqlVariable{"secondary_engine_cost_threshold", session | dynamic, real, "100000.000000"}.declare(),
		mysqlVariable{"temptable_max_mmap", global | dynamic, whole, "0"}.declare(),
		mysqlVariable{"updatable_views_with_limit", session | dynamic, enum, "YES|NO YES"}.declare(),
		// There is no log that it would be the format of.
		mysqlVariable{"binlog_format", session | dynamic, enum, "ROW|MIXED STATEMENT ROW"}.declare(),
	}
}

// InstallMySQL declares the variables that MySQL has and the engine has not. Those that are
// declared already keep what SET GLOBAL has made of them.
func InstallMySQL() {
	candidates := mended()
	for _, v := range mysqlVariables {
		candidates = append(candidates, v.declare())
	}
	var declared []sql.SystemVariable
	for _, v := range candidates {
		known, _, _ := sql.SystemVariables.GetGlobal(v.GetName())
		if engine, ok := known.(*sql.MysqlSystemVariable); !ok || engine.Default != v.Default || engine.Scope.Type != v.Scope.Type {
			declared = append(declared, v)
		}
	}
	sql.SystemVariables.AddSystemVariables(declared)
}

// OfMySQL says whether a variable is declared by [InstallMySQL], and not by the engine.
func OfMySQL(name string) bool {
	for _, v := range mysqlVariables {
		if v.name == name {
			return true
		}
	}
	return name == "innodb_lock_wait_timeout" || name == "sql_warnings"
}
