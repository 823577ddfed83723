package sysschema

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// tableExists is table_exists: what kind of table a name is of, the session's own temporary
// ones first; an empty text of none.
func (c *call) tableExists() error {
	database, _ := c.text("in_db")
	name, _ := c.text("in_table")
	kind, _, err := c.value("SELECT IF(TABLE_TYPE = 'SYSTEM VIEW', 'VIEW', TABLE_TYPE) FROM information_schema.TABLES WHERE TABLE_SCHEMA COLLATE utf8mb3_general_ci = " +
		words.Quoted(database) + " AND TABLE_NAME COLLATE utf8mb3_general_ci = " + words.Quoted(name))
	if err != nil {
		return err
	}
	if kind != "VIEW" && c.isTemporary(database, name) {
		kind = "TEMPORARY"
	}
	return c.ctx.Session.SetStoredProcParam("out_exists", kind)
}

// isTemporary says whether a name is that of a temporary table of the session.
func (c *call) isTemporary(database, name string) bool {
	_, rows, err := c.query("SHOW CREATE TABLE " + words.QuotedName(database) + "." + words.QuotedName(name))
	if err != nil || len(rows) == 0 || len(rows[0]) < 2 {
		return false
	}
	text, err := textOf(c.ctx, rows[0][1])
	return err == nil && strings.HasPrefix(text, "CREATE TEMPORARY TABLE")
}
