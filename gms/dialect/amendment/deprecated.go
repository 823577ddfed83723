package amendment

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// What MySQL warns of as deprecated that the engine takes without a word. The engine throws
// warnings away before it analyzes a statement, so those of its text wait until then.

// warnDeprecatedSyntax is ER_WARN_DEPRECATED_SYNTAX_NO_REPLACEMENT, warnDeprecatedWord
// ER_WARN_DEPRECATED_SYNTAX.
const (
	warnDeprecatedSyntax = 1681
	warnDeprecatedWord   = 1287
)

const willBeRemoved = " is deprecated and will be removed in a future release."

const (
	deprecatedDigits     = "Specifying number of digits for floating point data types" + willBeRemoved
	deprecatedWidth      = "Integer display width" + willBeRemoved
	deprecatedZerofill   = "The ZEROFILL attribute" + willBeRemoved + " Use the LPAD function to zero-pad numbers, or store the formatted numbers in a CHAR column."
	deprecatedUnsigned   = "UNSIGNED for decimal and floating point data types is deprecated and support for it will be removed in a future release."
	deprecatedYear       = "'YEAR(4)' is deprecated and will be removed in a future release. Please use YEAR instead"
	deprecatedAssignment = "Setting user variables within expressions is deprecated and will be removed in a future release. Consider alternatives: 'SET variable=expression, ...', or 'SELECT expression(s) INTO variables(s)'."
	deprecatedFlush      = "'FLUSH PRIVILEGES'" + willBeRemoved
	deprecatedSuper      = "The SUPER privilege identifier is deprecated"
	noPartitions         = "Table storage engine 'InnoDB' does not support the create option 'PARTITION BY'"
)

// deprecatedIn is what is deprecated of a statement, and what of it is changed with a warning;
// nil for most.
func deprecatedIn(ctx *sql.Context, stmt sqlparser.Statement, found step.Sought, text string) (warnings []*sql.Warning) {
	_, defines := stmt.(*sqlparser.DDL)
	if _, alters := stmt.(*sqlparser.AlterTable); defines || alters || found&step.SoughtDeprecated != 0 {
		mode := sql.LoadSqlMode(ctx)
		for _, d := range words.Deprecated(text, mode.AnsiQuotes(), mode.PipesAsConcat()) {
			warnings = append(warnings, &sql.Warning{Level: "Warning", Code: d.Code, Message: d.Message})
		}
	}
	if found&step.SoughtDeprecated != 0 {
		for range strings.Count(text, step.AssignmentCall) {
			warnings = append(warnings, &sql.Warning{Level: "Warning", Code: warnDeprecatedWord, Message: deprecatedAssignment})
		}
	}
	switch s := stmt.(type) {
	case *sqlparser.Set:
		sysvar.PersistDefaults(ctx, s)
		warnings = append(warnings, sysvar.BoundSet(ctx, s)...)
	case *sqlparser.DDL:
		warnings = DeprecatedColumns(warnings, s)
		if s.TableSpec != nil && s.TableSpec.PartitionOpt != nil {
			warnings = append(warnings, &sql.Warning{Level: "Warning", Code: warnIllegalTableOption, Message: noPartitions})
		}
	case *sqlparser.AlterTable:
		for _, part := range s.Statements {
			warnings = DeprecatedColumns(warnings, part)
		}
	case *sqlparser.Flush:
		if strings.EqualFold(s.Option.Name, "privileges") {
			warnings = append(warnings, &sql.Warning{Level: "Warning", Code: warnDeprecatedSyntax, Message: deprecatedFlush})
		}
	case *sqlparser.GrantPrivilege:
		warnings = deprecatedPrivileges(warnings, s.Privileges)
	case *sqlparser.RevokePrivilege:
		warnings = deprecatedPrivileges(warnings, s.Privileges)
	}
	return warnings
}

// deprecatedPrivileges adds that a statement names SUPER.
func deprecatedPrivileges(to []*sql.Warning, named []sqlparser.Privilege) []*sql.Warning {
	if slices.ContainsFunc(named, func(p sqlparser.Privilege) bool { return p.Type == sqlparser.PrivilegeType_Super }) {
		to = append(to, &sql.Warning{Level: "Warning", Code: warnDeprecatedWord, Message: deprecatedSuper})
	}
	return to
}

// DeprecatedColumns adds what is deprecated of the columns that a statement defines, and of the
// parameters and the variables of a program.
func DeprecatedColumns(to []*sql.Warning, s *sqlparser.DDL) []*sql.Warning {
	if s.ProcedureSpec != nil {
		for _, p := range s.ProcedureSpec.Params {
			to = append(to, deprecatedType(&p.Type)...)
		}
	}
	if body := program.Body(s); body != nil {
		_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			if d, ok := n.(*sqlparser.Declare); ok && d.Variables != nil {
				to = append(to, deprecatedType(&d.Variables.VarType)...)
			}
			return true, nil
		}, body)
	}
	if s.TableSpec == nil {
		return to
	}
	for _, c := range s.TableSpec.Columns {
		to = append(to, deprecatedType(&c.Type)...)
	}
	return to
}

// deprecatedType is what is deprecated of the type of a column.
func deprecatedType(t *sqlparser.ColumnType) (warnings []*sql.Warning) {
	add := func(code int, message string) {
		warnings = append(warnings, &sql.Warning{Level: "Warning", Code: code, Message: message})
	}
	if t.Zerofill {
		add(warnDeprecatedSyntax, deprecatedZerofill)
	}
	switch strings.ToLower(t.Type) {
	case "tinyint", "smallint", "mediumint", "int", "integer", "bigint":
		if t.Length != nil {
			add(warnDeprecatedSyntax, deprecatedWidth)
		}
	case "float", "double", "real", "double precision":
		if t.Scale != nil {
			add(warnDeprecatedSyntax, deprecatedDigits)
		}
		if t.Unsigned {
			add(warnDeprecatedSyntax, deprecatedUnsigned)
		}
	case "decimal", "dec", "numeric", "fixed":
		if t.Unsigned {
			add(warnDeprecatedSyntax, deprecatedUnsigned)
		}
	case "time":
		if digits, ok := syntaxtree.ShortTime(t); ok {
			add(mysql.ERNotSupportedYet, "This server keeps six digits of a second in TIME("+digits+")")
		}
	case "year":
		if t.Length != nil {
			add(warnDeprecatedWord, deprecatedYear)
		}
	}
	return warnings
}

// Warn raises what the text of the statement has of these, and what the tables of
// performance_schema have that it makes a table of: hasDigits reports whether a column of such a
// table has a number of digits, which the engine's types have not.
func (p *Learned) Warn(ctx *sql.Context, catalog *analyzer.Catalog, n sql.Node, tables computed.Tables, hasDigits func(table, column string) bool) {
	if p.Sets && !p.asksCount {
		ctx.Session.ClearWarnings() // which the engine leaves
	}
	for _, w := range p.deprecates {
		ctx.Session.Warn(w)
	}
	p.deprecates = nil
	if p.conditional != nil {
		noteAbsent(ctx, catalog, tables, p.conditional)
		p.conditional = nil
	}
	create, ok := n.(*plan.CreateTable)
	if !ok {
		return
	}
	for _, source := range create.Children() {
		for _, c := range source.Schema() {
			if c.DatabaseSource == computed.PerformanceSchema && hasDigits(c.Source, c.Name) {
				ctx.Session.Warn(&sql.Warning{Level: "Warning", Code: warnDeprecatedSyntax, Message: deprecatedDigits})
			}
		}
	}
}
