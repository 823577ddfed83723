package table

import (
	"strconv"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/view/catalog"
)

// SchemaFormatter names the storage engine of the Performance Schema's tables
// in SHOW CREATE TABLE, and that of MySQL's logs.
type SchemaFormatter struct{ sql.SchemaFormatter }

var _ operand.Formatter = SchemaFormatter{}

// AnswersAsMySQL implements rewrite.Formatter.
func (SchemaFormatter) AnswersAsMySQL() {}

// GenerateCreateTableStatement implements sql.SchemaFormatter.
func (f SchemaFormatter) GenerateCreateTableStatement(name string, columns []string, temp, autoInc, charset, collation, comment string) string {
	text := f.SchemaFormatter.GenerateCreateTableStatement(name, columns, temp, autoInc, charset, collation, comment)
	v := catalog.Lookup(name)
	if v == nil {
		v = catalog.LookupProfiling(name)
	}
	if v == nil {
		v = catalog.LookupSys(name)
	}
	engine := computed.StorageEngine
	if v == nil && isLog(name) {
		v, engine = catalog.LookupMySQL(name), logEngine
	}
	if v == nil || comment == "" || v.Comment != comment {
		return text
	}
	before, after, ok := strings.Cut(text, "\n) ENGINE=InnoDB")
	if !ok {
		return text
	}
	return before + "\n) ENGINE=" + engine + after
}

// GenerateCreateTableColumnDefinition implements sql.SchemaFormatter. The engine writes the
// default of an ENUM or SET as its number, and of a time of mysql's without quotes.
func (f SchemaFormatter) GenerateCreateTableColumnDefinition(col *sql.Column, byDefault, onUpdate string, collation sql.CollationID) string {
	if col.Default != nil && col.Default.IsLiteral() {
		byDefault = defaultText(col, byDefault)
	}
	return f.SchemaFormatter.GenerateCreateTableColumnDefinition(col, byDefault, onUpdate, collation)
}

// defaultText is what DEFAULT has, made of what the engine would write.
func defaultText(col *sql.Column, text string) string {
	number, err := strconv.ParseUint(strings.Trim(text, "'"), 10, 64)
	switch of := col.Type.(type) {
	case sql.EnumType:
		if name, ok := of.At(int(number)); ok && err == nil { //nolint:gosec // there are 65,535 at most
			return quoted(name)
		}
	case sql.SetType:
		if names, ok := of.BitsToString(number); ok == nil && err == nil {
			return quoted(names)
		}
	case sql.DatetimeType:
		if l, ok := col.Default.Expr.(*expression.Literal); ok {
			if at, ok := l.Value().(time.Time); ok {
				return quoted(at.Format(time.DateTime))
			}
		}
	}
	return text
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
