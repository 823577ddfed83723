package words

import "github.com/perfschema/perfschema/gms/dialect/rule"

var accountWordsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "words-of-accounts", Changes: rule.Text, About: rule.Accounts,
		Why:      "The parser lacks CURRENT_USER in GRANT, REVOKE, DROP USER, RENAME USER and DEFINER, and REVOKE ALL PRIVILEGES ON.",
		NeededBy: rule.Rights, Golden: "rights_programs",
		Example: "REVOKE ALL PRIVILEGES ON a.* FROM u",
	},
	Apply: RespellStep{at: accountWord},
}

func accountWord(r *respelling, i int) int {
	if r.oneOf(0, "CREATE", "ALTER", "GRANT", "REVOKE") || r.is(0, "DROP", "USER") || r.is(0, "RENAME", "USER") {
		return r.inAccounts(i, r.account)
	}
	return 0
}

// inAccounts respells what the parser lacks of DROP USER, RENAME USER, GRANT, REVOKE and DEFINER:
// the session's own account, and ALL PRIVILEGES.
func (r *respelling) inAccounts(i int, account string) int {
	switch {
	case r.is(0, "REVOKE", "ALL", "PRIVILEGES", "ON") && i == 0:
		return r.replace(1, 2, "ALL") + 1
	case account != "" && r.is(i, "CURRENT_USER") && (r.oneOf(0, "GRANT", "REVOKE") && r.oneOf(i-1, "TO", "FROM", ",") || r.oneOf(0, "DROP", "RENAME") && r.oneOf(i-1, "USER", "EXISTS", ",") || r.is(i-2, "DEFINER", "=")):
		if r.is(i+1, "(", ")") {
			return r.replace(i, 3, account)
		}
		return r.replace(i, 1, account)
	}
	return 0
}
