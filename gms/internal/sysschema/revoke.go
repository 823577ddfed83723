package sysschema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// revokeExcept is revoke_schema_privileges_from_all_accounts_except.
func (c *call) revokeExcept() error {
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
	rows, err := c.texts("SELECT GRANTEE, PRIVILEGE_TYPE FROM information_schema.SCHEMA_PRIVILEGES WHERE TABLE_SCHEMA = " + words.Quoted(schema) + " ORDER BY GRANTEE, PRIVILEGE_TYPE")
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
		if _, err := c.exec(fmt.Sprintf("REVOKE %s ON %s.* FROM %s@%s", strings.Join(held[grantee], ", "), words.QuotedName(schema), words.Quoted(user), words.Quoted(host))); err != nil {
			return err
		}
	}
	return nil
}

// bare is an account without quotes.
func bare(account string) string {
	return strings.NewReplacer("'", "", "`", "", `"`, "").Replace(account)
}
