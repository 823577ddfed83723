package sysschema

import (
	"fmt"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// createSynonyms is create_synonym_db: a database with a view of each table of another.
func (c *call) createSynonyms() error {
	source, _ := c.text("in_db_name")
	synonym, _ := c.text("in_synonym")
	const find = "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME COLLATE utf8mb3_general_ci = "
	if _, ok, err := c.value(find + words.Quoted(source)); err != nil || !ok {
		return orSignal(err, "Unknown database %s", source)
	}
	if _, ok, err := c.value(find + words.Quoted(synonym)); err != nil || ok {
		return orSignal(err, "Can't create database %s; database exists", synonym)
	}
	tables, err := c.texts("SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA COLLATE utf8mb3_general_ci = " + words.Quoted(source) + " ORDER BY TABLE_NAME")
	if err != nil {
		return err
	}
	// A transaction of the storage knows those databases alone that there were when it began.
	if err := c.execAll("CREATE DATABASE "+words.QuotedName(synonym), "COMMIT"); err != nil {
		return err
	}
	for _, t := range tables {
		if _, err := c.exec("CREATE SQL SECURITY INVOKER VIEW " + words.QuotedName(synonym) + "." + words.QuotedName(t[0]) +
			" AS SELECT * FROM " + words.QuotedName(source) + "." + words.QuotedName(t[0])); err != nil {
			return err
		}
	}
	return c.tell("summary", fmt.Sprintf("Created %d view%s in the %s database", len(tables), plural(uint64(len(tables))), words.QuotedName(synonym)))
}

// orSignal is an error that there is, or else that of SIGNAL SQLSTATE 'HY000'.
func orSignal(err error, format string, args ...any) error {
	if err != nil {
		return err
	}
	return mysql.NewSQLError(errSignalled, sqlerr.StateGeneral, format, args...)
}
