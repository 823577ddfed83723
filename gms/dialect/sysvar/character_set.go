package sysvar

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// errUnknownCollation is ER_UNKNOWN_COLLATION.
const errUnknownCollation = 1273

// coded are the variables that name what texts are read, compared or sent in.
var coded = []string{
	"character_set_client", "character_set_connection", "character_set_database", "character_set_filesystem", "character_set_results", "character_set_server",
	"collation_connection", "collation_database", "collation_server",
}

// InstallCharacterSets has SET refuse character sets that the engine knows by name alone,
// by MySQL's error for one that it does not know: each text that was to be sent in one
// would be a panic.
func InstallCharacterSets() {
	var declared []sql.SystemVariable
	for _, name := range coded {
		known, _, ok := sql.SystemVariables.GetGlobal(name)
		engine, is := known.(*sql.MysqlSystemVariable)
		if !ok || !is {
			continue
		}
		v, before := *engine, engine.NotifyChanged
		v.NotifyChanged = func(ctx *sql.Context, scope sql.SystemVariableScope, changed sql.SystemVarValue) error {
			if before != nil {
				if err := before(ctx, scope, changed); err != nil {
					return err
				}
			}
			return RefuseCharacterSet(name, changed.Val)
		}
		declared = append(declared, &v)
	}
	sql.SystemVariables.AddSystemVariables(declared)
}

// RefuseCharacterSet is the error of setting a variable to a character set, or to a
// collation of one, that the engine cannot write; nil for other variables.
func RefuseCharacterSet(name string, value any) error {
	text, ok := value.(string)
	if !ok {
		return nil
	}
	switch name = strings.ToLower(name); {
	case strings.HasPrefix(name, "character_set_"):
		if set, err := sql.ParseCharacterSet(text); err == nil && !written(set) {
			return mysql.NewSQLError(mysql.ERUnknownCharacterSet, sqlerr.StateAccess, "Unknown character set: '%s'", text)
		}
	case strings.HasPrefix(name, "collation_"):
		if collation, err := sql.ParseCollation("", text, false); err == nil && !written(collation.CharacterSet()) {
			return mysql.NewSQLError(errUnknownCollation, sqlerr.StateGeneral, "Unknown collation: '%s'", text)
		}
	}
	return nil
}

func written(set sql.CharacterSetID) bool {
	return set == sql.CharacterSet_Unspecified || set.Encoder() != nil
}
