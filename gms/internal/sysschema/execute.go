package sysschema

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// executeText is execute_prepared_stmt: it runs a statement that is given as text.
func (c *call) executeText() error {
	text, ok := c.text("in_query")
	if !ok || strings.TrimSpace(text) == "" {
		return fails("The @sys.execute_prepared_stmt.sql must contain a query")
	}
	const name = "sys_execute_prepared_stmt"
	if err := c.execAll("PREPARE " + name + " FROM " + words.Quoted(text)); err != nil {
		return err
	}
	err := c.give("EXECUTE " + name)
	if freed := c.execAll("DEALLOCATE PREPARE " + name); err == nil {
		err = freed
	}
	return err
}
