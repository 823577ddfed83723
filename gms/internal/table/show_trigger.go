package table

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/information"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// What is told of databases, triggers and procedures comes from what is kept of them: the
// engine tells no SQL mode, no definer and no order, and writes names as they are.

// ShowDefinitionsRule describes [ShowDefinitions].
var ShowDefinitionsRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "show-create-of-programs", Changes: rule.Plan, About: rule.Shows,
		Why:      "SHOW CREATE of databases, triggers and procedures has no SQL mode, definer or order in the engine; dumps lose them.",
		NeededBy: rule.Data, Golden: "triggers",
		Before: beforeLikes,
	},
	Apply: step.PlanStep{Features: step.Showing, Apply: ShowDefinitions},
}

// ShowDefinitions does so for SHOW CREATE DATABASE, SHOW [CREATE] TRIGGERS and SHOW CREATE
// PROCEDURE.
func ShowDefinitions(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		var text string
		var rows func(*sql.Context) ([]sql.Row, error)
		switch n := n.(type) {
		case *plan.ShowCreateDatabase:
			text, rows = "SHOW CREATE DATABASE", func(ctx *sql.Context) ([]sql.Row, error) { return showCreateDatabase(ctx, n), nil }
		case *plan.ShowTriggers:
			text, rows = "SHOW TRIGGERS", func(ctx *sql.Context) ([]sql.Row, error) { return showTriggers(ctx, n.Database()) }
		case *plan.ShowCreateTrigger:
			text, rows = "SHOW CREATE TRIGGER", func(ctx *sql.Context) ([]sql.Row, error) { return showCreateTrigger(ctx, n) }
		case *plan.ShowCreateProcedure:
			if n.ExternalStoredProcedure != nil {
				return n, transform.SameTree, nil
			}
			text, rows = "SHOW CREATE PROCEDURE", func(ctx *sql.Context) ([]sql.Row, error) { return showCreateProcedure(ctx, n) }
		default:
			return n, transform.SameTree, nil
		}
		return &node.Command{Text: text, Columns: n.Schema(), Rows: rows}, transform.NewTree, nil
	})
}

func showCreateDatabase(ctx *sql.Context, n *plan.ShowCreateDatabase) []sql.Row {
	text := "CREATE DATABASE "
	if n.IfNotExists {
		text += "/*!32312 IF NOT EXISTS*/ "
	}
	name, collation := n.Database().Name(), plan.GetDatabaseCollation(ctx, n.Database())
	text += words.QuotedName(name) + " /*!40100 DEFAULT CHARACTER SET " + collation.CharacterSet().Name()
	if collation != collation.CharacterSet().DefaultCollation() || collation == sql.Collation_utf8mb4_0900_ai_ci {
		text += " COLLATE " + collation.Name()
	}
	return []sql.Row{{name, text + " */ /*!80016 DEFAULT ENCRYPTION='N' */"}}
}

// textCollations are the character set and the collations that texts are told to be kept in.
func textCollations(ctx *sql.Context, db sql.Database) (client, connection, database string) {
	const kept = sql.Collation_utf8mb4_0900_ai_ci
	return kept.CharacterSet().Name(), kept.Name(), plan.GetDatabaseCollation(ctx, db).Name()
}

func showTriggers(ctx *sql.Context, db sql.Database) ([]sql.Row, error) {
	all, err := definition.ShownTriggers(ctx, db)
	if err != nil {
		return nil, err //nolint:wrapcheck // it tells the same
	}
	client, connection, database := textCollations(ctx, db)
	held := heldTriggers(ctx, db.Name())
	var rows []sql.Row
	for i := range all {
		if t := &all[i]; held(t.Table) {
			rows = append(rows, sql.NewRow(t.Name, t.Event, t.Table, words.Unspell(t.Body), t.Time, t.CreatedAt, t.SqlMode, definition.ShownDefiner(t.Definer), client, connection, database))
		}
	}
	return rows, nil
}

// heldTriggers says of tables whether the session may know their triggers.
func heldTriggers(ctx *sql.Context, database string) func(table string) bool {
	all, _ := ctx.GetPrivilegeSet()
	if all == nil {
		return func(string) bool { return false }
	}
	on := all.Database(database)
	whole := all.Has(sql.PrivilegeType_Trigger) || on.Has(sql.PrivilegeType_Trigger)
	return func(table string) bool { return whole || on.Table(table).Has(sql.PrivilegeType_Trigger) }
}

// showCreateTrigger tells behind which other the trigger runs, since who restores all of them
// in the order of SHOW TRIGGERS may do so within a second.
func showCreateTrigger(ctx *sql.Context, n *plan.ShowCreateTrigger) ([]sql.Row, error) {
	db := n.Database()
	all, err := definition.ShownTriggers(ctx, db)
	if err != nil {
		return nil, err //nolint:wrapcheck // it tells the same
	}
	client, connection, database := textCollations(ctx, db)
	for i := range all {
		t := &all[i]
		if !strings.EqualFold(t.Name, n.TriggerName) {
			continue
		}
		text := "CREATE "
		if t.Definer != "" {
			text += "DEFINER=" + t.Definer + " "
		}
		text += fmt.Sprintf("TRIGGER %s %s %s ON %s FOR EACH ROW ", words.QuotedName(t.Name), t.Time, t.Event, words.QuotedName(t.Table))
		if t.Number > 1 {
			text += "FOLLOWS " + words.QuotedName(all[i-1].Name) + " "
		}
		return []sql.Row{{t.Name, t.SqlMode, text + words.Unspell(t.Body), client, connection, database, t.CreatedAt}}, nil
	}
	return nil, sql.ErrTriggerDoesNotExist.New(n.TriggerName)
}

func showCreateProcedure(ctx *sql.Context, n *plan.ShowCreateProcedure) ([]sql.Row, error) {
	db := n.Database()
	kept, ok := db.(sql.StoredProcedureDatabase)
	if !ok {
		return nil, sql.ErrStoredProceduresNotSupported.New(db.Name())
	}
	p, ok, err := kept.GetStoredProcedure(ctx, n.ProcedureName)
	if err != nil {
		return nil, fmt.Errorf("procedure %s: %w", n.ProcedureName, err)
	}
	if !ok {
		return nil, sql.ErrStoredProcedureDoesNotExist.New(n.ProcedureName)
	}
	client, connection, database := textCollations(ctx, db)
	return []sql.Row{{p.Name, p.SqlMode, p.CreateStatement, client, connection, database}}, nil
}

// ListTriggers makes information_schema.TRIGGERS of what is kept of triggers. The engine
// plans each of them, in the session's database.
func ListTriggers(infoSchema sql.Database) error {
	triggers, err := information.Table(infoSchema, information_schema.TriggersTableName)
	if err != nil || triggers == nil {
		return err
	}
	columns := triggers.TableSchema
	triggers.Reader = func(ctx *sql.Context, c sql.Catalog) (sql.RowIter, error) {
		databases, err := information_schema.AllDatabasesWithNames(ctx, c, false)
		if err != nil {
			return nil, fmt.Errorf("databases that may have triggers: %w", err)
		}
		var rows []sql.Row
		for _, d := range databases {
			all, err := definition.ShownTriggers(ctx, d.Database)
			if err != nil {
				return nil, err //nolint:wrapcheck // it tells the same
			}
			client, connection, database := textCollations(ctx, d.Database)
			held := heldTriggers(ctx, d.Database.Name())
			for i := range all {
				t := &all[i]
				if !held(t.Table) {
					continue
				}
				rows = append(rows, rowOf(columns, map[string]any{
					"TRIGGER_CATALOG": d.CatalogName, "TRIGGER_SCHEMA": d.SchemaName, "TRIGGER_NAME": t.Name, "EVENT_MANIPULATION": t.Event,
					"EVENT_OBJECT_CATALOG": d.CatalogName, "EVENT_OBJECT_SCHEMA": d.SchemaName, "EVENT_OBJECT_TABLE": t.Table,
					"ACTION_ORDER": uint32(t.Number), "ACTION_STATEMENT": words.Unspell(t.Body), "ACTION_ORIENTATION": "ROW", "ACTION_TIMING": t.Time, //nolint:gosec // a small number
					"ACTION_REFERENCE_OLD_ROW": "OLD", "ACTION_REFERENCE_NEW_ROW": "NEW", "CREATED": t.CreatedAt, "SQL_MODE": t.SqlMode, "DEFINER": definition.ShownDefiner(t.Definer),
					"CHARACTER_SET_CLIENT": client, "COLLATION_CONNECTION": connection, "DATABASE_COLLATION": database,
				}))
			}
		}
		return sql.RowsToRowIter(rows...), nil
	}
	return nil
}
