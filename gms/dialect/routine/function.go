package routine

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Function is a stored function as its text declares it.
type Function struct {
	Name, Definer, SQLMode string
	Params                 []sqlparser.ProcedureParam
	Returns                sqlparser.ColumnType
	Body                   string // in the words of who made it
	Created, Altered       time.Time
	Characteristics
	procedure string
	bodyAt    int // in the procedure's text
}

// Characteristics are what a function, or a procedure, says of itself.
type Characteristics struct {
	Deterministic     bool
	Access            string // CONTAINS SQL and the like
	Security, Comment string
}

// CharacteristicsOf reads them off a syntax tree.
func CharacteristicsOf(list []sqlparser.Characteristic) Characteristics {
	c := Characteristics{Access: "CONTAINS SQL", Security: "DEFINER"}
	c.Change(list)
	return c
}

// Change sets those that are said.
func (c *Characteristics) Change(list []sqlparser.Characteristic) {
	for _, of := range list {
		switch of.Type {
		case sqlparser.CharacteristicValue_Comment:
			c.Comment = of.Comment
		case sqlparser.CharacteristicValue_Deterministic:
			c.Deterministic = true
		case sqlparser.CharacteristicValue_NotDeterministic:
			c.Deterministic = false
		case sqlparser.CharacteristicValue_ContainsSql:
			c.Access = "CONTAINS SQL"
		case sqlparser.CharacteristicValue_NoSql:
			c.Access = "NO SQL"
		case sqlparser.CharacteristicValue_ReadsSqlData:
			c.Access = "READS SQL DATA"
		case sqlparser.CharacteristicValue_ModifiesSqlData:
			c.Access = "MODIFIES SQL DATA"
		case sqlparser.CharacteristicValue_SqlSecurityInvoker:
			c.Security = "INVOKER"
		case sqlparser.CharacteristicValue_SqlSecurityDefiner:
			c.Security = "DEFINER"
		}
	}
}

// text writes them as MySQL shows them, a line each.
func (c *Characteristics) text() string {
	out := ""
	if c.Access != "CONTAINS SQL" {
		out += "    " + c.Access + "\n"
	}
	if c.Deterministic {
		out += "    DETERMINISTIC\n"
	}
	if c.Security != "DEFINER" {
		out += "    SQL SECURITY " + c.Security + "\n"
	}
	if c.Comment != "" {
		out += "    COMMENT " + words.Quoted(c.Comment) + "\n"
	}
	return out
}

// FunctionOf reads a function off what the storage keeps of it; ok is false for a
// procedure, and for what the parser does not know.
func FunctionOf(p sql.StoredProcedureDetails) (f *Function, ok bool) {
	if !strings.HasSuffix(p.Name, suffix) {
		return nil, false
	}
	stmt, err := sqlparser.ParseWithOptions(nil, p.CreateStatement, sql.NewSqlModeFromString(p.SqlMode).ParserOptions()) //nolint:staticcheck // the parser's context is not used
	ddl, isDDL := stmt.(*sqlparser.DDL)
	if err != nil || !isDDL || ddl.ProcedureSpec == nil || len(ddl.ProcedureSpec.Params) == 0 {
		return nil, false
	}
	spec := ddl.ProcedureSpec
	setCharacterSets(p.CreateStatement, spec.Params)
	syntaxtree.LengthenTimes(ddl)
	last := len(spec.Params) - 1
	f = &Function{
		Name: strings.TrimSuffix(spec.ProcName.Name.String(), suffix), Definer: spec.Definer, SQLMode: p.SqlMode,
		Params: spec.Params[:last], Returns: spec.Params[last].Type, Created: p.CreatedAt, Altered: p.ModifiedAt,
		Characteristics: CharacteristicsOf(spec.Characteristics), procedure: p.CreateStatement,
	}
	if f.bodyAt, ok = words.BodyOfProgram(p.CreateStatement); !ok {
		return nil, false
	}
	f.Body = words.Unspell(AsWritten(strings.TrimSpace(p.CreateStatement[f.bodyAt:])))
	return f, true
}

// separator stands between the names of a database and a function that are one name to the
// engine. No name has it.
const separator = "\x00"

// CutName takes the name of a function apart, by which [NameCalls] has the engine look
// for it.
func CutName(name string) (database, function string, qualified bool) {
	return strings.Cut(name, separator)
}

// NameCalls gives calls of db.f() a name that tells which database is meant: the engine
// would look for f alone.
func NameCalls(stmt sqlparser.Statement) {
	if stmt == nil {
		return
	}
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if call, ok := n.(*sqlparser.FuncExpr); ok && !call.Qualifier.IsEmpty() {
			call.Name = sqlparser.NewColIdent(call.Qualifier.String() + separator + call.Name.String())
			call.Qualifier = sqlparser.NewTableIdent("")
		}
		return true, nil
	}, stmt)
}

// CreateText is the statement that makes the function, as MySQL shows it.
func (f *Function) CreateText() string {
	definer := ""
	if f.Definer != "" {
		definer = "DEFINER=" + f.Definer + " "
	}
	params := make([]string, len(f.Params))
	for i, p := range f.Params {
		params[i] = words.QuotedName(p.Name) + " " + TypeText(p.Type)
	}
	return "CREATE " + definer + "FUNCTION " + words.QuotedName(f.Name) + "(" + strings.Join(params, ", ") + ") RETURNS " + TypeText(f.Returns) + "\n" +
		f.text() + f.Body
}

// TypeText is a type as MySQL shows it.
func TypeText(declared sqlparser.ColumnType) string {
	if declared.Type == "" { // of what could not be read
		return ""
	}
	typ, err := types.ColumnTypeToType(&declared)
	if err != nil {
		return declared.Type
	}
	text := typ.String()
	if t, ok := typ.(sql.TypeWithCollation); ok {
		text = t.StringWithTableCollation(t.Collation())
		if declared.Charset != "" {
			text += " CHARSET " + strings.ToLower(declared.Charset)
		}
		if declared.Collate != "" {
			text += " COLLATE " + strings.ToLower(declared.Collate)
		}
	}
	return text
}

// altered is the procedure's text with other characteristics.
func (f *Function) altered(c Characteristics) string {
	head := f.procedure[:f.bodyAt]
	s := words.Scanner{Text: head}
	depth, end := 0, len(head)
	for t := s.Next(); t.Kind != words.End; t = s.Next() {
		switch t.Of(head) {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				end = t.End
			}
		}
		if depth == 0 && end < len(head) {
			break
		}
	}
	return head[:end] + "\n" + c.text() + f.procedure[f.bodyAt:]
}
