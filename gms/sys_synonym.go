package gms

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// createSynonyms is create_synonym_db: a database of views of all that another has.
func (c *sysRun) createSynonyms() error {
	from, _ := c.text("in_db_name")
	to, _ := c.text("in_synonym")
	known := func(name string) (bool, error) {
		_, ok, err := c.value("SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = " + quoted(name))
		return ok, err
	}
	switch ok, err := known(from); {
	case err != nil:
		return err
	case !ok:
		return mysql.NewSQLError(mysql.ERBadDb, sqlerr.StateAccess, "Unknown database %s", from)
	}
	switch ok, err := known(to); {
	case err != nil:
		return err
	case ok:
		return mysql.NewSQLError(mysql.ERDbCreateExists, sqlerr.StateGeneral, "Can't create database %s; database exists", to)
	}
	tables, err := c.texts("SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = " + quoted(from) + " ORDER BY TABLE_NAME")
	if err != nil {
		return err
	}
	if _, err := c.exec("CREATE DATABASE " + quotedName(to)); err != nil {
		return err
	}
	for _, t := range tables {
		view := fmt.Sprintf("CREATE SQL SECURITY INVOKER VIEW %s.%s AS SELECT * FROM %s.%s", quotedName(to), quotedName(t[0]), quotedName(from), quotedName(t[0]))
		if _, err := c.exec(view); err != nil {
			return err
		}
	}
	return c.tell("summary", fmt.Sprintf("Created %d view%s in the %s database", len(tables), plural(len(tables)), quotedName(to)))
}

// executeText is execute_prepared_stmt: it runs a statement that is given as text.
func (c *sysRun) executeText() error {
	text, ok := c.text("in_query")
	if !ok || strings.TrimSpace(text) == "" {
		return fails("The @sys.execute_prepared_stmt.sql must contain a query")
	}
	const name = "sys_execute_prepared_stmt"
	if err := c.execAll("PREPARE " + name + " FROM " + quoted(text)); err != nil {
		return err
	}
	err := c.give("EXECUTE " + name)
	if freed := c.execAll("DEALLOCATE PREPARE " + name); err == nil {
		err = freed
	}
	return err
}

// revokeExcept is revoke_schema_privileges_from_all_accounts_except.
func (c *sysRun) revokeExcept() error {
	schema, _ := c.text("in_schema_name")
	list := func(name string) (out []string, err error) {
		text, ok := c.text(name)
		if !ok {
			return nil, nil
		}
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			return nil, fails("%s is no JSON array of texts", name)
		}
		return out, nil
	}
	privileges, err := list("in_privileges")
	if err != nil {
		return err
	}
	except, err := list("in_exclude_users")
	if err != nil {
		return err
	}
	rows, err := c.texts("SELECT GRANTEE, PRIVILEGE_TYPE FROM information_schema.SCHEMA_PRIVILEGES WHERE TABLE_SCHEMA = " + quoted(schema) + " ORDER BY GRANTEE, PRIVILEGE_TYPE")
	if err != nil {
		return err
	}
	var accounts []string
	held := make(map[string][]string)
	for _, r := range rows {
		grantee, privilege := r[0], r[1]
		wanted := slices.ContainsFunc(privileges, func(p string) bool { return strings.EqualFold(strings.TrimSpace(p), privilege) })
		if !wanted || slices.ContainsFunc(except, func(e string) bool { return bare(e) == bare(grantee) }) {
			continue
		}
		if held[grantee] == nil {
			accounts = append(accounts, grantee)
		}
		held[grantee] = append(held[grantee], privilege)
	}
	for _, grantee := range accounts {
		user, host, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(grantee, "'"), "'"), "'@'")
		if _, err := c.exec(fmt.Sprintf("REVOKE %s ON %s.* FROM %s@%s", strings.Join(held[grantee], ", "), quotedName(schema), quoted(user), quoted(host))); err != nil {
			return err
		}
	}
	return nil
}

// bare is an account without quotes.
func bare(account string) string {
	return strings.NewReplacer("'", "", "`", "", `"`, "").Replace(account)
}
