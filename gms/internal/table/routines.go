package table

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// The engine makes ROUTINES and PARAMETERS of procedures that it has planned, and fails as a
// whole at one that it cannot plan where the statement runs. Here they are made of their
// texts, and have the functions of sys besides.

// InformationSchema is information_schema with tables of ours in place of the engine's.
type InformationSchema struct {
	sql.Database
	tables map[string]sql.Table
}

// WithRoutines gives information_schema tables of routines of ours.
func WithRoutines(ctx *sql.Context, infoSchema sql.Database) sql.Database {
	out := &InformationSchema{Database: infoSchema, tables: make(map[string]sql.Table)}
	for name, fill := range map[string]func(*sql.Context, declared, map[string]any) []map[string]any{
		information_schema.RoutinesTableName: routineRow, information_schema.ParametersTableName: parameterRows,
	} {
		of, ok, err := infoSchema.GetTableInsensitive(ctx, name)
		if err != nil || !ok {
			continue
		}
		schema := of.Schema()
		out.tables[name] = &information_schema.InformationSchemaTable{
			TableName: name, TableSchema: schema,
			Reader: func(ctx *sql.Context, c sql.Catalog) (sql.RowIter, error) { return readRoutines(ctx, c, schema, fill) },
		}
	}
	return out
}

// GetTableInsensitive implements sql.Database.
func (i *InformationSchema) GetTableInsensitive(ctx *sql.Context, name string) (sql.Table, bool, error) {
	if t := i.tables[strings.ToLower(name)]; t != nil {
		return t, true, nil
	}
	return i.Database.GetTableInsensitive(ctx, name)
}

// declared is a procedure or function as its text declares it.
type declared struct {
	routine.Characteristics
	schema, name, kind, definer, body string
	created, altered                  time.Time
	collation                         string
	mode                              *string // the SQL mode; nil if it is taken to be the session's
	params                            []sqlparser.ProcedureParam
	returns                           *sqlparser.ColumnType
}

// readRoutines walks the routines of all databases.
func readRoutines(ctx *sql.Context, c sql.Catalog, schema sql.Schema, fill func(*sql.Context, declared, map[string]any) []map[string]any) (sql.RowIter, error) {
	session := make(map[string]any)
	for _, name := range []string{"character_set_client", "collation_connection", "sql_mode"} {
		v, err := ctx.GetSessionVariable(ctx, name)
		if err != nil {
			return nil, err
		}
		session[strings.ToUpper(name)] = v
	}
	var rows []sql.Row
	for _, db := range c.AllDatabases(ctx) {
		routines, err := routinesOf(ctx, db)
		if err != nil {
			return nil, err
		}
		for _, r := range routines {
			r.collation = plan.GetDatabaseCollation(ctx, db).String()
			for _, values := range fill(ctx, r, session) {
				row := make(sql.Row, len(schema))
				for i, column := range schema {
					if v, ok := values[strings.ToUpper(column.Name)]; ok && v != nil {
						if row[i], _, err = column.Type.Convert(ctx, v); err != nil {
							return nil, err
						}
					}
				}
				rows = append(rows, row)
			}
		}
	}
	return sql.RowsToRowIter(rows...), nil
}

// routinesOf are those of a database. What the parser does not know is left out.
func routinesOf(ctx *sql.Context, db sql.Database) (out []declared, err error) {
	procedures, ok := db.(sql.StoredProcedureDatabase)
	if !ok {
		return nil, nil
	}
	list, err := procedures.GetStoredProcedures(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range list {
		if f, ok := routine.FunctionOf(p); ok {
			out = append(out, declared{
				schema: db.Name(), name: f.Name, kind: "FUNCTION", definer: definition.ShownDefiner(f.Definer), body: f.Body, Characteristics: f.Characteristics,
				created: f.Created.UTC(), altered: f.Altered.UTC(), params: f.Params, returns: &f.Returns, mode: &f.SQLMode,
			})
		} else if r, ok := routineOf(ctx, db.Name(), p); ok && !routine.IsStoredName(p.Name) {
			out = append(out, r)
		}
	}
	if db.Name() == computed.Sys {
		out = append(out, sysFunctions()...)
	}
	return out, nil
}

func routineOf(ctx *sql.Context, database string, p sql.StoredProcedureDetails) (r declared, ok bool) {
	stmt, err := sqlparser.ParseWithOptions(ctx, p.CreateStatement, sql.NewSqlModeFromString(p.SqlMode).ParserOptions())
	ddl, isDDL := stmt.(*sqlparser.DDL)
	if err != nil || !isDDL || ddl.ProcedureSpec == nil {
		return r, false
	}
	spec := ddl.ProcedureSpec
	r = declared{
		schema: database, name: p.Name, kind: "PROCEDURE", definer: definition.ShownDefiner(spec.Definer), Characteristics: routine.CharacteristicsOf(spec.Characteristics),
		created: p.CreatedAt.UTC(), altered: p.ModifiedAt.UTC(), params: spec.Params, mode: &p.SqlMode,
	}
	if at, ok := words.BodyOfProgram(p.CreateStatement); ok {
		r.body = strings.TrimSpace(p.CreateStatement[at:])
	}
	if database == computed.Sys {
		r.definer = sysDefiner
	}
	return r, true
}

func yesNo(b bool) string {
	if b {
		return "YES"
	}
	return "NO"
}

// routineRow is the row of ROUTINES.
func routineRow(ctx *sql.Context, r declared, session map[string]any) []map[string]any {
	values := map[string]any{
		"SPECIFIC_NAME": r.name, "ROUTINE_CATALOG": "def", "ROUTINE_SCHEMA": r.schema, "ROUTINE_NAME": r.name, "ROUTINE_TYPE": r.kind, "DATA_TYPE": "",
		"ROUTINE_BODY": "SQL", "ROUTINE_DEFINITION": r.body, "EXTERNAL_LANGUAGE": "SQL", "PARAMETER_STYLE": "SQL", "IS_DETERMINISTIC": yesNo(r.Deterministic),
		"SQL_DATA_ACCESS": r.Access, "SECURITY_TYPE": r.Security, "CREATED": r.created, "LAST_ALTERED": r.altered, "ROUTINE_COMMENT": r.Comment,
		"DEFINER": r.definer, "DATABASE_COLLATION": r.collation,
	}
	for name, v := range session {
		values[name] = v
	}
	if r.mode != nil {
		values["SQL_MODE"] = *r.mode
	}
	if r.schema == computed.Sys {
		values["COLLATION_CONNECTION"] = sql.Collation_utf8mb4_0900_ai_ci.Name()
	}
	if r.returns != nil {
		for name, v := range typeValues(*r.returns, r.collation) {
			values[name] = v
		}
	}
	return []map[string]any{values}
}

// parameterRows are the rows of PARAMETERS: of a function what it returns comes first.
func parameterRows(_ *sql.Context, r declared, _ map[string]any) (rows []map[string]any) {
	add := func(position uint64, mode, name any, typ sqlparser.ColumnType) {
		values := typeValues(typ, r.collation)
		values["SPECIFIC_CATALOG"], values["SPECIFIC_SCHEMA"], values["SPECIFIC_NAME"], values["ROUTINE_TYPE"] = "def", r.schema, r.name, r.kind
		values["ORDINAL_POSITION"], values["PARAMETER_MODE"], values["PARAMETER_NAME"] = position, mode, name
		rows = append(rows, values)
	}
	if r.returns != nil {
		add(0, nil, nil, *r.returns)
	}
	for i, p := range r.params {
		add(uint64(i+1), strings.ToUpper(string(p.Direction)), p.Name, p.Type)
	}
	return rows
}

// typeValues are the columns that tell of a type. Texts that say no collation have that of
// the database.
func typeValues(declared sqlparser.ColumnType, collation string) map[string]any {
	name := strings.ToLower(declared.Type)
	values := map[string]any{"DATA_TYPE": name}
	typ, err := types.ColumnTypeToType(&declared)
	if err != nil {
		return values
	}
	whole := strings.ToLower(typ.String())
	if t, ok := typ.(sql.TypeWithCollation); ok {
		whole = t.StringWithTableCollation(t.Collation())
		if own := t.Collation(); declared.Charset != "" || declared.Collate != "" || declared.BinaryCollate || own == sql.Collation_binary {
			collation = own.String()
		}
		if c, err := sql.ParseCollation("", collation, false); err == nil && c != sql.Collation_binary {
			values["CHARACTER_SET_NAME"], values["COLLATION_NAME"] = c.CharacterSet().String(), c.String()
		}
	}
	values["DTD_IDENTIFIER"] = whole
	switch t := typ.(type) {
	case sql.StringType:
		values["CHARACTER_MAXIMUM_LENGTH"], values["CHARACTER_OCTET_LENGTH"] = t.MaxCharacterLength(), t.MaxByteLength()
	case sql.DecimalType:
		values["NUMERIC_PRECISION"], values["NUMERIC_SCALE"] = uint64(t.Precision()), uint64(t.Scale())
	case sql.DatetimeType:
		values["DATETIME_PRECISION"] = uint64(t.Precision())
	case sql.EnumType:
		longest := int64(0)
		for _, v := range t.Values() {
			longest = max(longest, int64(len([]rune(v))))
		}
		values["CHARACTER_MAXIMUM_LENGTH"], values["CHARACTER_OCTET_LENGTH"] = longest, 4*longest
	case sql.NumberType:
		if digits := floatDigits[name]; digits > 0 {
			values["NUMERIC_PRECISION"], values["NUMERIC_SCALE"] = digits, uint64(0)
		}
		if digits := integerDigits[name]; digits > 0 {
			values["NUMERIC_SCALE"] = uint64(0)
			if values["NUMERIC_PRECISION"] = digits; name == "bigint" && bool(declared.Unsigned) {
				values["NUMERIC_PRECISION"] = digits + 1
			}
		}
	}
	return values
}

// floatDigits are the widths of floating-point types.
var floatDigits = map[string]uint64{"double": 22, "float": 12}

// integerDigits are the decimal digits that types of integers hold.
var integerDigits = map[string]uint64{"tinyint": 3, "smallint": 5, "mediumint": 7, "int": 10, "integer": 10, "bigint": 19}
