package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// The engine's SHOW CREATE TABLE leaves out the keys, checks and comment of a table with a
// virtual column, a parent's database and DEFAULT NULL, does not quote what stands in a
// comment of a key, and has the keys by their names. Dumps and tools that compare tables go
// by it.

// ShowStoredCreateRule describes [ShowStoredCreate].
var ShowStoredCreateRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "show-create-table", Changes: rule.Plan, About: rule.Shows,
		Why:      "SHOW CREATE TABLE of the engine leaves out keys, checks and comments of tables with virtual columns, and does not quote comments; dumps lose them.",
		NeededBy: rule.Data, Golden: "create_shown",
		Before: beforeLikes,
	},
	Apply: step.PlanStep{Features: step.Showing, Apply: ShowStoredCreate},
}

// ShowStoredCreate gives SHOW CREATE TABLE of a stored table MySQL's text.
func ShowStoredCreate(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return showCreates(n, func(show *plan.ShowCreateTable, t *plan.ResolvedTable) sql.Node {
		if isOurs(t) {
			return nil
		}
		return showStoredCreate(show, t)
	})
}

func showStoredCreate(show *plan.ShowCreateTable, t *plan.ResolvedTable) sql.Node {
	return &shownTable{t, &node.Command{Text: "SHOW CREATE TABLE", Columns: show.Schema(), Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		text, err := storedCreate(ctx, show, t)
		if err != nil {
			return nil, err
		}
		return []sql.Row{{t.Name(), text}}, nil
	}}}
}

func storedCreate(ctx *sql.Context, show *plan.ShowCreateTable, t *plan.ResolvedTable) (string, error) {
	of := t.UnderlyingTable()
	collation := of.Collation()
	// The defaults of the one are resolved, so that literals have values; expressions of
	// the other are as they were written.
	columns, written := show.TargetSchema(), t.Schema()
	var lines []string
	for i, c := range columns {
		lines = append(lines, storedColumn(ctx, c, written[i], collation))
	}
	if key := primaryKey(show, columns); key != nil {
		lines = append(lines, "  PRIMARY KEY ("+quotedNames(key)+")")
	}
	keys, err := storedKeys(ctx, t)
	if err != nil {
		return "", err
	}
	lines = append(lines, keys...)
	constraints, err := storedConstraints(ctx, of)
	if err != nil {
		return "", err
	}
	lines = append(lines, constraints...)

	text := "CREATE TABLE "
	if node.IsTemporary(of) {
		text = "CREATE TEMPORARY TABLE "
	}
	text += words.QuotedName(t.Name()) + " (\n" + strings.Join(lines, ",\n") + "\n) ENGINE=InnoDB"
	if counts, ok := of.(sql.AutoIncrementTable); ok {
		if next, err := counts.PeekNextAutoIncrementValue(ctx); err == nil && next > 1 { // an error is that it has none
			text += fmt.Sprintf(" AUTO_INCREMENT=%d", next)
		}
	}
	text += " DEFAULT CHARSET=" + collation.CharacterSet().Name()
	if collation != collation.CharacterSet().DefaultCollation() || collation == sql.Collation_utf8mb4_0900_ai_ci {
		text += " COLLATE=" + collation.Name()
	}
	if commented, ok := of.(sql.CommentedTable); ok && commented.Comment() != "" {
		text += " COMMENT=" + words.Quoted(commented.Comment())
	}
	return text, nil
}

// storedColumn is the line of a column, by MySQL's order of its parts.
func storedColumn(ctx *sql.Context, c, written *sql.Column, table sql.CollationID) string {
	line := "  " + words.QuotedName(c.Name) + " " + shownType{c.Type}.String()
	if typ, ok := c.Type.(sql.TypeWithCollation); ok && typ.Collation() != sql.Collation_binary && !types.IsJSON(c.Type) {
		collation := typ.Collation()
		if collation != table {
			line += " CHARACTER SET " + collation.CharacterSet().Name()
		}
		if collation != table || collation != collation.CharacterSet().DefaultCollation() {
			line += " COLLATE " + collation.Name()
		}
	}
	if c.Generated != nil {
		line += " GENERATED ALWAYS AS " + inBrackets(written.Generated.String())
		if c.Virtual {
			line += " VIRTUAL"
		} else {
			line += " STORED"
		}
	}
	if !c.Nullable {
		line += " NOT NULL"
	} else if types.IsTimestampType(c.Type) {
		line += " NULL"
	}
	if spatial, ok := c.Type.(sql.SpatialColumnType); ok {
		if id, defined := spatial.GetSpatialTypeSRID(); defined {
			line += fmt.Sprintf(" /*!80003 SRID %v */", id)
		}
	}
	if c.Generated == nil && !c.AutoIncrement {
		line += storedDefault(ctx, c, written)
	}
	if c.OnUpdate != nil {
		line += " ON UPDATE " + onUpdate(c.OnUpdate)
	}
	if c.AutoIncrement {
		line += " AUTO_INCREMENT"
	}
	if c.Comment != "" {
		line += " COMMENT " + words.Quoted(c.Comment)
	}
	return line
}

// inBrackets is an expression with a pair of brackets around it. The storage's has one of
// its own, and one that the engine adds.
func inBrackets(expression string) string {
	expression = withoutBrackets(expression)
	if withoutBrackets(expression) != expression {
		return expression
	}
	return "(" + expression + ")"
}

// storedDefault is what a column's line says of its default.
func storedDefault(ctx *sql.Context, c, written *sql.Column) string {
	if c.Default == nil {
		if !c.Nullable || types.IsTextBlob(c.Type) {
			return ""
		}
		return " DEFAULT NULL"
	}
	value := columnDefault(ctx, c)
	text, ok := value.(string)
	switch {
	case value == nil:
		return " DEFAULT NULL"
	case !c.Default.IsLiteral():
		if isMoment(c.Default.String()) {
			return " DEFAULT " + onUpdate(c.Default)
		}
		return " DEFAULT " + inBrackets(written.Default.String())
	case !ok:
		text = fmt.Sprint(value)
	}
	if types.IsBit(c.Type) || types.IsBinaryType(c.Type) && strings.HasPrefix(text, "0x") {
		if text == "0x" {
			text = words.Quoted("") // which no literal of digits is
		}
	} else {
		text = words.Quoted(text)
	}
	if types.IsTextBlob(c.Type) {
		return " DEFAULT (" + text + ")" // without the parentheses CREATE TABLE refuses it
	}
	return " DEFAULT " + text
}

// isMoment says whether an expression is the time of the statement.
func isMoment(expression string) bool {
	name, digits, _ := strings.Cut(strings.TrimLeft(expression, "("), "(")
	return slices.ContainsFunc([]string{"CURRENT_TIMESTAMP", "NOW", "LOCALTIME", "LOCALTIMESTAMP"}, func(moment string) bool {
		return strings.EqualFold(strings.TrimRight(name, ")"), moment) && strings.Trim(digits, "0123456)") == ""
	})
}

// primaryKey are the columns of the primary key, by their order in it.
func primaryKey(show *plan.ShowCreateTable, columns sql.Schema) (names []string) {
	if key := show.PrimaryKeySchema; len(key.Schema) > 0 {
		for _, i := range key.PkOrdinals {
			names = append(names, key.Schema[i].Name)
		}
		return names
	}
	for _, c := range columns {
		if c.PrimaryKey {
			names = append(names, c.Name)
		}
	}
	return names
}

func quotedNames(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = words.QuotedName(name)
	}
	return strings.Join(quoted, ",")
}

// storedKeys are the lines of the keys but the primary one: MySQL has unique ones first,
// those without NULL before others, and those of FULLTEXT last.
func storedKeys(ctx *sql.Context, t *plan.ResolvedTable) ([]string, error) {
	indexes, err := storedIndexes(ctx, t)
	if err != nil {
		return nil, err
	}
	type key struct {
		rank int
		line string
	}
	var keys []key
	for _, x := range indexes {
		if x.ID() == "PRIMARY" {
			continue
		}
		k := key{rank: 2}
		var parts []string
		nullable := false
		lengths := x.PrefixLengths()
		for i, e := range x.Expressions() {
			c := plan.GetColumnFromIndexExpr(e, t)
			if c == nil {
				continue
			}
			part := words.QuotedName(c.Name)
			if i < len(lengths) && lengths[i] != 0 {
				part += fmt.Sprintf("(%d)", lengths[i])
			}
			parts, nullable = append(parts, part), nullable || c.Nullable
		}
		kind := "KEY "
		switch {
		case x.IsFullText():
			k.rank, kind = 3, "FULLTEXT KEY "
		case x.IsSpatial():
			kind = "SPATIAL KEY "
		case x.IsVector():
			kind = "VECTOR KEY "
		case x.IsUnique() && nullable:
			k.rank, kind = 1, "UNIQUE KEY "
		case x.IsUnique():
			k.rank, kind = 0, "UNIQUE KEY "
		}
		k.line = "  " + kind + words.QuotedName(x.ID()) + " (" + strings.Join(parts, ",") + ")"
		if x.Comment() != "" {
			k.line += " COMMENT " + words.Quoted(x.Comment())
		}
		keys = append(keys, k)
	}
	slices.SortStableFunc(keys, func(x, y key) int { return x.rank - y.rank })
	lines := make([]string, len(keys))
	for i, k := range keys {
		lines[i] = k.line
	}
	return lines, nil
}

// storedConstraints are the lines of foreign keys and of checks.
func storedConstraints(ctx *sql.Context, t sql.Table) (lines []string, _ error) {
	if keyed, ok := t.(sql.ForeignKeyTable); ok {
		keys, err := keyed.GetDeclaredForeignKeys(ctx)
		if err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
		for _, k := range keys {
			parent := words.QuotedName(k.ParentTable)
			if !strings.EqualFold(k.ParentDatabase, k.Database) {
				parent = words.QuotedName(k.ParentDatabase) + "." + parent
			}
			line := "  CONSTRAINT " + words.QuotedName(k.Name) + " FOREIGN KEY (" + quotedNames(k.Columns) + ") REFERENCES " + parent + " (" + quotedNames(k.ParentColumns) + ")"
			lines = append(lines, line+onAction(" ON DELETE ", k.OnDelete)+onAction(" ON UPDATE ", k.OnUpdate))
		}
	}
	if checked, ok := t.(sql.CheckTable); ok {
		checks, err := checked.GetChecks(ctx)
		if err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
		checks = slices.Clone(checks) // the storage may keep them
		slices.SortStableFunc(checks, func(x, y sql.CheckDefinition) int {
			return strings.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name))
		})
		for _, c := range checks {
			line := "  CONSTRAINT " + words.QuotedName(c.Name) + " CHECK (" + c.CheckExpression + ")"
			if !c.Enforced {
				line += " /*!80016 NOT ENFORCED */"
			}
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// onAction is what a foreign key does, if that is not what it does without it.
func onAction(on string, action sql.ForeignKeyReferentialAction) string {
	switch action {
	case "", sql.ForeignKeyReferentialAction_DefaultAction, sql.ForeignKeyReferentialAction_NoAction:
		return ""
	}
	return on + string(action)
}
