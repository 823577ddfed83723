package amendment

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine drops warnings before it analyzes a statement, so those that the text of a
// statement gives wait until then.

const partitionsIgnored = "Table storage engine 'InnoDB' does not support the create option 'PARTITION BY'"

// warningsOfDefinition returns the warnings of a definition whose tables, parameters or variables
// are stored otherwise than it says; nil for most.
func warningsOfDefinition(stmt sqlparser.Statement) (warnings []*sql.Warning) {
	switch s := stmt.(type) {
	case *sqlparser.DDL:
		warnings = ShortTimes(nil, s)
		if s.TableSpec != nil && s.TableSpec.PartitionOpt != nil {
			warnings = append(warnings, &sql.Warning{Level: "Warning", Code: warnIllegalTableOption, Message: partitionsIgnored})
		}
	case *sqlparser.AlterTable:
		for _, part := range s.Statements {
			warnings = ShortTimes(warnings, part)
		}
	}
	return warnings
}

// ShortTimes appends a warning for each TIME with less than six digits of a second, which the
// storage does not round.
func ShortTimes(to []*sql.Warning, s *sqlparser.DDL) []*sql.Warning {
	add := func(t *sqlparser.ColumnType) {
		if digits, ok := syntaxtree.ShortTime(t); ok {
			to = append(to, &sql.Warning{
				Level: "Warning", Code: mysql.ERNotSupportedYet, Message: "This server keeps six digits of a second in TIME(" + digits + ")",
			})
		}
	}
	if s.ProcedureSpec != nil {
		for i := range s.ProcedureSpec.Params {
			add(&s.ProcedureSpec.Params[i].Type)
		}
	}
	if body := program.Body(s); body != nil {
		_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			if d, ok := n.(*sqlparser.Declare); ok && d.Variables != nil {
				add(&d.Variables.VarType)
			}
			return true, nil
		}, body)
	}
	if s.TableSpec != nil {
		for _, c := range s.TableSpec.Columns {
			add(&c.Type)
		}
	}
	return to
}

// noteAbsent notes the tables that are not there, in place of the warnings that the engine has for
// them.
func noteAbsent(ctx *sql.Context, catalog *analyzer.Catalog, tables []sqlparser.TableName) {
	ctx.Session.ClearWarnings()
	for _, t := range tables {
		db := databaseOf(ctx, t.DbQualifier)
		if _, _, err := catalog.Table(ctx, db, t.Name.String()); sql.ErrTableNotFound.Is(err) || sql.ErrDatabaseNotFound.Is(err) {
			ctx.Session.Warn(&sql.Warning{Level: "Note", Code: mysql.ERBadTable, Message: "Unknown table '" + db + "." + t.Name.String() + "'"})
		}
	}
}

// Warn raises the warnings that the text of the statement gives, in place of those of the
// statement before.
func (p *Learned) Warn(ctx *sql.Context, catalog *analyzer.Catalog) {
	if p.Sets && !p.asksCount {
		ctx.Session.ClearWarnings() // which the engine leaves
	}
	if p.absent != nil {
		noteAbsent(ctx, catalog, p.absent)
		p.absent = nil
	}
	for _, w := range p.warnings {
		ctx.Session.Warn(w)
	}
	p.warnings = nil
}

// warnLogarithm is ER_INVALID_ARGUMENT_FOR_LOGARITHM.
const warnLogarithm = 3020

// Reword writes warnings in the engine's words in MySQL's.
func Reword(w *sql.Warning) {
	var rest string
	switch w.Code {
	case mysql.ERBadNullError: // of IGNORE
		if name, ok := strings.CutPrefix(w.Message, "column name '"); ok {
			if name, ok := strings.CutSuffix(name, "' is non-nullable but attempted to set a value of null"); ok {
				w.Level, w.Message = "Warning", "Column '"+name+"' cannot be null"
			}
		}
		return
	case warnLogarithm:
		if strings.HasPrefix(w.Message, "invalid argument value for logarithm") {
			w.Message = "Invalid argument for logarithm"
		}
		return
	case mysql.ERDbCreateExists:
		rest = "; database exists"
	case mysql.ERDbDropExists:
		rest = "; database doesn't exist"
	default:
		return
	}
	for _, verb := range [...]string{"create", "drop"} {
		before := "Can't " + verb + " database "
		if name, ok := strings.CutPrefix(w.Message, before); ok && strings.HasSuffix(name, rest+" ") {
			w.Message = before + "'" + strings.TrimSuffix(name, rest+" ") + "'" + rest
		}
	}
}
