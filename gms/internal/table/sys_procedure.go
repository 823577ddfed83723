package table

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// sysProcedureTexts are procedures of MySQL's schema sys, between lines of //. They run as
// those of users do, with the rights of who calls them.
//
//go:embed sys_procedures.sql
var sysProcedureTexts string

var procedureName = regexp.MustCompile(`^CREATE PROCEDURE (\w+)`)

// procedures are those of a database of ours, by name.
var procedures = sync.OnceValue(func() []sql.StoredProcedureDetails {
	texts := append(strings.Split(sysProcedureTexts, "\n//\n"), truncateAll())
	all := make([]sql.StoredProcedureDetails, 0, len(texts))
	for _, text := range texts {
		name := procedureName.FindStringSubmatch(text)[1]
		made := routinesMade()
		all = append(all, sql.StoredProcedureDetails{Name: name, CreateStatement: strings.TrimSpace(text), CreatedAt: made, ModifiedAt: made})
	}
	slices.SortFunc(all, func(a, b sql.StoredProcedureDetails) int { return strings.Compare(a.Name, b.Name) })
	return all
})

// truncateAll is the procedure that truncates all summaries and histories.
func truncateAll() string {
	var b strings.Builder
	b.WriteString("CREATE PROCEDURE ps_truncate_all_tables(IN in_verbose TINYINT(1)) DETERMINISTIC SQL SECURITY INVOKER MODIFIES SQL DATA\nBEGIN\n")
	n := 0
	for _, t := range catalog.Tables() {
		if t.Access&view.AllowTruncate == 0 || !strings.Contains(t.Name, "summary") && !strings.Contains(t.Name, "history") {
			continue
		}
		n++
		fmt.Fprintf(&b, "  TRUNCATE TABLE performance_schema.%s;\n  IF in_verbose THEN SELECT 'Running: TRUNCATE TABLE performance_schema.%s' AS status; END IF;\n", t.Name, t.Name)
	}
	fmt.Fprintf(&b, "  SELECT 'Truncated %d tables' AS summary;\nEND", n)
	return b.String()
}

// procedures are those that a database has.
func (db *Database) procedures() []sql.StoredProcedureDetails {
	if db.name != computed.Sys {
		return nil
	}
	return procedures()
}

// GetStoredProcedure implements sql.StoredProcedureDatabase.
func (db *Database) GetStoredProcedure(_ *sql.Context, name string) (sql.StoredProcedureDetails, bool, error) {
	for _, p := range db.procedures() {
		if strings.EqualFold(p.Name, name) {
			return p, true, nil
		}
	}
	return sql.StoredProcedureDetails{}, false, nil
}

// GetStoredProcedures implements sql.StoredProcedureDatabase.
func (db *Database) GetStoredProcedures(*sql.Context) ([]sql.StoredProcedureDetails, error) {
	return slices.Clone(db.procedures()), nil
}
