package account

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// Rules are what MySQL keeps of an account and the engine has no place for. They lie in
// what it keeps as the account's attributes, so that they go wherever the account goes:
// its new name, the file of accounts, the next start. The zero value is that of an account
// of which nothing has been said.
type Rules struct {
	// Metadata is an object of JSON, nil for none: ATTRIBUTE and COMMENT.
	Metadata map[string]any
	// Locking is nil where neither of its numbers has been set.
	Locking *Locking
	// Roles are those that its sessions begin with.
	Roles []Role
	// Explicit: its dynamic privileges are those it has by name, though it has all static ones.
	Explicit bool
	Limits
	Passwords
}

// Limits are those of the resources that an account may use; 0 is none.
type Limits struct {
	Questions   uint32 `json:"max_questions,omitempty"`
	Updates     uint32 `json:"max_updates,omitempty"`
	Connections uint32 `json:"max_connections,omitempty"` // in an hour
	Sessions    uint32 `json:"max_user_connections,omitempty"`
}

// Locking says after how many failed logins on end for how many days nobody is let in as
// an account.
type Locking struct {
	Attempts int `json:"failed_login_attempts"`
	Days     int `json:"password_lock_time_days"` // unbounded: until somebody unlocks it
}

// unbounded is a number of days without end.
const unbounded = -1

// Passwords are what an account asks of its passwords. What is nil is as the variable of
// that name has it.
type Passwords struct {
	Expired bool    `json:"password_expired,omitempty"`
	Days    *uint16 `json:"password_lifetime,omitempty"` // after which a password expires; 0 is never
	// History is how many of the last passwords cannot be used again, Reuse for how many
	// days none can.
	History        *uint32 `json:"password_reuse_history,omitempty"`
	Reuse          *uint32 `json:"password_reuse_time,omitempty"`
	RequireCurrent *bool   `json:"password_require_current,omitempty"`
	// Used are the passwords that History and Reuse look at, the newest first.
	Used []UsedPassword `json:"password_history,omitempty"`
}

// UsedPassword is a password that an account has or had, as it is stored.
type UsedPassword struct {
	At     time.Time `json:"at"`
	Stored string    `json:"stored"`
}

// keptRules is how rules are written: the first two as in MySQL.
type keptRules struct {
	Metadata map[string]any `json:"metadata,omitempty"`
	Locking  *Locking       `json:"Password_locking,omitempty"`
	Own      *ownRules      `json:"perfschema,omitempty"`
}

// Role is the name of one that has been granted to the account.
type Role struct {
	User string `json:"user"`
	Host string `json:"host"`
}

// ownRules are those that MySQL has columns of mysql.user for, or a table.
type ownRules struct {
	Roles    []Role `json:"default_roles,omitempty"`
	Explicit bool   `json:"explicit_dynamic_privileges,omitempty"`
	Limits
	Passwords
}

// RulesOf are the rules of an account. What is no JSON is an attribute of another
// program's, and no rule.
func RulesOf(u *mysql_db.User) (r Rules) {
	if u == nil || u.Attributes == nil {
		return r
	}
	var k keptRules
	if decodeJSON(*u.Attributes, &k) != nil {
		return r
	}
	r.Metadata, r.Locking = k.Metadata, k.Locking
	if k.Own != nil {
		r.Roles, r.Explicit, r.Limits, r.Passwords = k.Own.Roles, k.Own.Explicit, k.Own.Limits, k.Own.Passwords
	}
	return r
}

// keep has an account keep rules.
func (r *Rules) keep(u *mysql_db.User) error {
	k := keptRules{Metadata: r.Metadata, Locking: r.Locking}
	own := ownRules{r.Roles, r.Explicit, r.Limits, r.Passwords}
	if own.isSet() {
		k.Own = &own
	}
	if r.Locking != nil && *r.Locking == (Locking{}) {
		k.Locking = nil
	}
	if k.Metadata == nil && k.Locking == nil && k.Own == nil {
		u.Attributes = nil
		return nil
	}
	text, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("rules of an account: %w", err)
	}
	written := string(text)
	u.Attributes = &written
	return nil
}

func (o *ownRules) isSet() bool {
	p := &o.Passwords
	return len(o.Roles) > 0 || o.Explicit || o.Limits != Limits{} || p.Expired || p.Days != nil || p.History != nil || p.Reuse != nil || p.RequireCurrent != nil || len(p.Used) > 0
}

// Attribute is what ATTRIBUTE and COMMENT have set, as MySQL writes it; ok is false for
// nothing.
func (r *Rules) Attribute() (text string, ok bool) {
	if r.Metadata == nil {
		return "", false
	}
	return writeJSON(r.Metadata), true
}

// Attributes is what MySQL shows of an account in User_attributes; ok is false for nothing.
func (r *Rules) Attributes() (text string, ok bool) {
	shown := make(map[string]any)
	if r.Metadata != nil {
		shown["metadata"] = r.Metadata
	}
	if l := r.Locking; l != nil && *l != (Locking{}) {
		shown["Password_locking"] = map[string]any{"failed_login_attempts": l.Attempts, "password_lock_time_days": l.Days}
	}
	if len(shown) == 0 {
		return "", false
	}
	return writeJSON(shown), true
}

// tracks says whether failed logins lock the account.
func (r *Rules) tracks() bool {
	return r.Locking != nil && r.Locking.Attempts > 0 && r.Locking.Days != 0
}
