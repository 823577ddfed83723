package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/view"
)

// SHOW CREATE TABLE of a table of performance_schema is MySQL's text: indexes in the order
// in which they are declared, DEFAULT NULL, and no comments. The engine's own text has none
// of these.

// ShowCreateRule describes [ShowCreate].
var ShowCreateRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "show-create-of-performance-schema", Changes: rule.Plan, About: rule.Shows,
		Why:      "SHOW CREATE TABLE of the engine says ENGINE=InnoDB of a table of performance_schema, and leaves out DEFAULT NULL and the order of indexes.",
		NeededBy: rule.Tool, By: "phpMyAdmin", Golden: "memory_tables",
		Before: beforeLikes,
	},
	Apply: step.PlanStep{Features: step.Showing, Apply: ShowCreate},
}

// ShowCreate gives SHOW CREATE TABLE of those tables that text.
func ShowCreate(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return showCreates(n, func(show *plan.ShowCreateTable, resolved *plan.ResolvedTable) sql.Node {
		t, ok := sql.GetUnderlyingTable(resolved.Table).(*Table)
		if !ok || t.database != computed.PerformanceSchema {
			return nil
		}
		return &node.Command{Text: "SHOW CREATE TABLE", Columns: show.Schema(), Rows: func(*sql.Context) ([]sql.Row, error) {
			return []sql.Row{sql.NewRow(t.Name(), createText(t.view))}, nil
		}}
	})
}

// showCreates has something else in the place of SHOW CREATE TABLE, but of a view: nil is as
// it was.
func showCreates(n sql.Node, other func(*plan.ShowCreateTable, *plan.ResolvedTable) sql.Node) (sql.Node, transform.TreeIdentity, error) {
	return transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		show, ok := n.(*plan.ShowCreateTable)
		if !ok || show.IsView {
			return n, transform.SameTree, nil
		}
		if t, ok := show.Child.(*plan.ResolvedTable); ok {
			if out := other(show, t); out != nil {
				return out, transform.NewTree, nil
			}
		}
		return n, transform.SameTree, nil
	})
}

// createText is the statement that would make the table.
func createText(v *view.Table) string {
	var lines []string
	for _, c := range v.Columns {
		lines = append(lines, columnText(v, c))
	}
	for _, x := range v.Indexes {
		kind := "KEY `" + x.Name + "`"
		switch {
		case x.Name == "PRIMARY":
			kind = "PRIMARY KEY"
		case x.Unique:
			kind = "UNIQUE " + kind
		}
		lines = append(lines, "  "+kind+" (`"+strings.Join(x.Columns, "`,`")+"`)")
	}
	return "CREATE TABLE `" + v.Name + "` (\n" + strings.Join(lines, ",\n") + "\n) ENGINE=" + computed.StorageEngine +
		" DEFAULT CHARSET=utf8mb4 COLLATE=" + tableCollation(v.Name)
}

// shownDefaults are those that MySQL declares of columns into which nobody inserts.
var shownDefaults = map[string]string{"VARIABLE_SOURCE": "COMPILED", "MANAGED_NAME": "", "MANAGED_TYPE": ""}

// columnText is a column's line of it. A column that cannot be filled may be NULL, as it is.
func columnText(v *view.Table, c view.Column) string {
	text := "  `" + c.Name + "` " + c.Type + declaredCollation(v.Name, c)
	nullable := c.Nullable || c.Unknown != ""
	if !nullable {
		text += " NOT NULL"
	} else if strings.HasPrefix(c.Type, "timestamp") {
		text += " NULL"
	}
	if value, ok := shownDefaults[c.Name]; ok {
		return text + " DEFAULT " + quoted(value)
	}
	if v.Default != nil {
		if value, ok := v.Default(c.Name).(string); ok {
			return text + " DEFAULT " + quoted(value)
		}
	}
	if nullable && !hasNoDefault(c.Type) {
		text += " DEFAULT NULL"
	}
	return text
}

// hasNoDefault says of a type that MySQL writes no DEFAULT NULL for it.
func hasNoDefault(decl string) bool {
	return slices.ContainsFunc([]string{"text", "longtext", "mediumtext", "blob", "longblob"}, func(name string) bool {
		return decl == name
	})
}

// tableCollation is the default of a table's columns in MySQL.
func tableCollation(name string) string {
	if name == "keyring_keys" || strings.HasSuffix(name, "_connect_attrs") {
		return sql.Collation_utf8mb4_bin.Name()
	}
	return sql.Collation_utf8mb4_0900_ai_ci.Name()
}

// asciiDeclared is the character set and the collation of names of hosts.
const asciiDeclared = " CHARACTER SET ascii COLLATE ascii_general_ci"

// declaredCollation is the character set and the collation that MySQL declares a column
// with; empty for one of the table's own. The values of all are kept in utf8mb4 here: of
// names of hosts, which are ASCII, no comparison tells.
func declaredCollation(table string, c view.Column) string {
	switch {
	case !isText(c.Type) || strings.HasPrefix(c.Type, "enum"), strings.HasPrefix(c.Type, "set"):
		return ""
	case tableCollation(table) == sql.Collation_utf8mb4_bin.Name():
		return " COLLATE utf8mb4_bin"
	case slices.Contains([]string{"HOST", "MEMBER_HOST", "PROCESSLIST_HOST", "SET_HOST"}, c.Name) && table != "socket_instances":
		return asciiDeclared
	case slices.Contains([]string{"PRIVILEGE_CHECKS_USER", "ASSIGN_GTIDS_TO_ANONYMOUS_TRANSACTIONS_VALUE", "TLS_CIPHERSUITES"}, c.Name):
		return " CHARACTER SET utf8mb3 COLLATE utf8mb3_bin"
	case strings.HasPrefix(table, "replication_asynchronous") && slices.Contains([]string{"CHANNEL_NAME", "MANAGED_NAME", "MANAGED_TYPE"}, c.Name):
		return " CHARACTER SET utf8mb3 COLLATE utf8mb3_general_ci"
	case c.Name == "LOCK_DATA":
		return " CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci"
	case comparesExactly(table, c):
		return " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"
	}
	return ""
}

// KeyLength is how many bytes a column takes in a key of MySQL's where its values are kept
// in another character set here; 0 for others. The name is in lower case.
func (t *Table) KeyLength(column string) int {
	for _, c := range t.view.Columns {
		if !strings.EqualFold(c.Name, column) || !strings.Contains(declaredCollation(t.view.Name, c), "ascii") {
			continue
		}
		var length int
		if _, err := fmt.Sscanf(c.Type, "char(%d)", &length); err == nil {
			return length
		}
	}
	return 0
}
