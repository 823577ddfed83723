package account

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// Errors of definitions of accounts.
const (
	errUserExists   = 3163 // ER_USER_ALREADY_EXISTS
	errMustChange   = 1820 // ER_MUST_CHANGE_PASSWORD
	errNoPlugin     = 1524 // ER_PLUGIN_IS_NOT_LOADED
	errFormat       = 1827 // ER_PASSWORD_FORMAT
	longestUserName = 32
	longestHost     = 255
)

// authOwn asks for the right to change accounts, but of one's own password.
const authOwn = sqlparser.AuthType_IGNORE

// define is the statement of a definition.
func (a *Accounts) define(d *definition) sqlparser.Statement {
	return a.defining(d).Statement(authOwn) // what it needs depends on whose accounts they are
}

func (a *Accounts) defining(d *definition) *node.Command {
	return a.statement(d.operation, func(ctx *sql.Context) error { return a.runDefinition(ctx, d) })
}

// runDefinition does what a definition says of each account.
func (a *Accounts) runDefinition(ctx *sql.Context, d *definition) error {
	if err := a.mayDefine(ctx, d); err != nil {
		return err
	}
	if !a.logsIn() && d.asksMore() {
		return sqlerr.NotSupportedYet(d.operation + " with limits or rules for passwords, of a server that does not log clients in by this library")
	}
	hashed := make([]plan.Authentication, len(d.accounts))
	for i := range d.accounts {
		var err error
		if hashed[i], err = a.authentication(&d.accounts[i], d.creates); err != nil {
			return err
		}
	}
	if err := a.refuseOpenDefinition(d, hashed); err != nil {
		return err
	}
	var changed, made []plan.UserName
	var failed []string
	var users []*mysql_db.User
	for i := range d.accounts {
		one := &d.accounts[i]
		key := privilege.AccountKey(one.UserName)
		u := a.account(key)
		there := u != nil || slices.ContainsFunc(made, func(n plan.UserName) bool { return privilege.AccountKey(n) == key })
		switch {
		case there == d.creates && d.tolerant:
			a.warnLeftOut(ctx, one.UserName, d.creates)
			continue
		case there == d.creates:
			why := " (User account does not exist)"
			if there {
				why = " (User account already exists)"
			}
			failed = append(failed, one.String("'")+why)
			continue
		case d.creates:
			if err := checkName(key); err != nil {
				return err
			}
			u = &mysql_db.User{User: key.User, Host: key.Host, PrivilegeSet: mysql_db.NewPrivilegeSet(), Plugin: a.pluginWithout(), PasswordLastChanged: a.second()}
			made = append(made, one.UserName)
			if err := begins(u, d.roles); err != nil {
				return err
			}
		}
		if err := a.change(ctx, d, one, hashed[i], u); err != nil {
			return err
		}
		users, changed = append(users, u), append(changed, one.UserName)
	}
	if len(failed) > 0 {
		return mysql.NewSQLError(sqlerr.ERCannotUser, sqlerr.StateGeneral, "Operation %s failed for %s", d.operation, strings.Join(failed, ","))
	}
	if err := a.put(ctx, users); err != nil {
		return err
	}
	if len(d.roles) > 0 && len(made) > 0 {
		if err := a.grantRoles(ctx, d.roles, made, false); err != nil {
			return err
		}
	}
	a.noteDefinition(ctx, d, changed)
	return nil
}

// noteDefinition has what is remembered of accounts follow their definition.
func (a *Accounts) noteDefinition(ctx *sql.Context, d *definition, changed []plan.UserName) {
	own := privilege.OwnKey(ctx)
	for _, name := range changed {
		key := privilege.AccountKey(name)
		if d.limited || d.creates {
			u := a.account(key)
			a.usages.set(key, RulesOf(u).Limits)
		}
		if d.creates || d.attempts != nil || d.lockDays != nil || d.locked != nil && !*d.locked {
			a.lockouts.forget(key)
		}
		if key == own && !d.creates && slices.ContainsFunc(d.accounts, func(one defined) bool {
			return (one.auth != nil || one.hashed != nil) && privilege.AccountKey(one.UserName) == own
		}) && !d.expires {
			a.sessions.Renewed(ctx)
		}
	}
}

// account is a copy of an account, nil if there is none.
func (a *Accounts) account(key mysql_db.UserPrimaryKey) *mysql_db.User {
	reader := a.db().Reader()
	defer reader.Close()
	if u, ok := reader.GetUser(key); ok {
		return copyUser(u)
	}
	return nil
}

// put has accounts be what they have become. What takes its time, such as hashing
// passwords, comes before: nobody logs in meanwhile.
func (a *Accounts) put(ctx *sql.Context, users []*mysql_db.User) error {
	db := a.db()
	editor := db.Editor()
	defer editor.Close()
	for _, u := range users {
		editor.RemoveUser(mysql_db.UserPrimaryKey{User: u.User, Host: u.Host})
		editor.PutUser(u)
	}
	return persist(ctx, db, editor)
}

// asksMore says whether a definition has what the engine does not do by itself.
func (d *definition) asksMore() bool {
	o := &d.options
	for _, l := range o.limits {
		if l != nil && *l != 0 {
			return true
		}
	}
	return o.expires || o.days != nil && o.days.value != nil && *o.days.value != 0 ||
		o.history != nil && o.history.value != nil && *o.history.value != 0 || o.reuse != nil && o.reuse.value != nil && *o.reuse.value != 0 ||
		o.current != nil && o.current.value != nil && *o.current.value || o.attempts != nil && *o.attempts != 0
}

// asksNothing says whether a definition sets passwords and nothing else.
func (d *definition) asksNothing() bool {
	o := &d.options
	return len(d.roles) == 0 && !o.requires && !o.limited && o.locked == nil && !o.expires && o.days == nil && o.history == nil && o.reuse == nil &&
		o.current == nil && o.attempts == nil && o.lockDays == nil && o.attribute == nil
}

// checkName refuses names that are too long.
func checkName(key mysql_db.UserPrimaryKey) error {
	for _, part := range [...]struct {
		text, of string
		most     int
	}{{key.User, "user name", longestUserName}, {key.Host, "host name", longestHost}} {
		if len([]rune(part.text)) > part.most {
			return mysql.NewSQLError(sqlerr.ERWrongLength, sqlerr.StateGeneral, "String '%s' is too long for %s (should be no longer than %d)", part.text, part.of, part.most)
		}
	}
	return nil
}

// warnLeftOut tells of an account that is there, or is not.
func (a *Accounts) warnLeftOut(ctx *sql.Context, name plan.UserName, there bool) {
	if !there {
		warnMissing(ctx, "Note", []plan.UserName{name})
		return
	}
	ctx.Session.Warn(&sql.Warning{Level: "Note", Code: errUserExists, Message: "Authorization ID " + name.String("'") + " already exists."})
}

// mayDefine refuses a definition to who has not the rights for it.
func (a *Accounts) mayDefine(ctx *sql.Context, d *definition) error {
	own := privilege.OwnKey(ctx)
	others := make([]plan.UserName, 0, len(d.accounts))
	onlyOwn := !d.creates && d.asksNothing()
	for i := range d.accounts {
		one := &d.accounts[i]
		if privilege.AccountKey(one.UserName) != own || one.auth == nil && one.hashed == nil || one.auth != nil && one.auth.Plugin != "" {
			onlyOwn = false
		}
		others = append(others, one.UserName)
	}
	if !onlyOwn && a.sessions.Expired(ctx) {
		if d.operation == "SET PASSWORD" {
			return ErrMustChange()
		}
		if err := a.rights.MayDefine(ctx, d.creates); err != nil {
			return err
		}
		return ErrMustChange()
	}
	if onlyOwn {
		return nil
	}
	if err := a.rights.MayDefine(ctx, d.creates); err != nil {
		return err
	}
	if !d.creates {
		found := others
		if d.tolerant {
			found = a.existing(others)
		}
		return a.mayChange(ctx, found...)
	}
	if len(d.roles) == 0 {
		return nil
	}
	_, missing := a.find(d.roles)
	if len(missing) > 0 {
		return mysql.NewSQLError(errUserDoesNotExist, sqlerr.StateGeneral, "Authorization ID %s does not exist.", missing[0].String("`"))
	}
	return a.rights.MayGiveRoles(ctx, d.roles)
}

// authentication is what an account is to log in by, nil for what it has.
func (a *Accounts) authentication(one *defined, creates bool) (plan.Authentication, error) {
	auth := one.auth
	if one.hashed != nil {
		stored, err := one.hashed.AuthString()
		if err != nil {
			return nil, fmt.Errorf("hashing a password: %w", err)
		}
		return plan.NewOtherAuthentication(stored, one.hashed.Plugin(), ""), nil
	}
	if auth == nil {
		return nil, nil //nolint:nilnil // as it is
	}
	plugin := auth.Plugin
	switch {
	case plugin != "" || auth.Identity != "":
	case creates || !a.logsIn():
		plugin = a.pluginWithout()
	default:
		plugin = a.pluginOf(sqlparser.AccountName{Name: one.Name, Host: one.Host, AnyHost: one.AnyHost})
	}
	if err := a.checkPlugin(plugin, auth.Identity); err != nil {
		return nil, err
	}
	if auth.Identity != "" {
		return plan.NewOtherAuthentication("", plugin, auth.Identity), nil
	}
	return hashedBy(plugin, auth.Password)
}

// pluginWithout is the plugin of an account that names none.
func (a *Accounts) pluginWithout() string {
	if !a.logsIn() {
		return string(mysql_db.DefaultAuthMethod)
	}
	return a.defaultPlugin()
}

// hashedBy is a password as a plugin stores it, hashed once.
func hashedBy(plugin, password string) (plan.Authentication, error) {
	var auth plan.Authentication
	switch plugin {
	case Native:
		auth = plan.AuthenticationMysqlNativePassword(password)
	case SHA2:
		auth = plan.NewCachingSha2PasswordAuthentication(password)
	default:
		return plan.NewOtherAuthentication(password, plugin, ""), nil
	}
	stored, err := auth.AuthString()
	if err != nil {
		return nil, fmt.Errorf("hashing a password: %w", err)
	}
	return plan.NewOtherAuthentication(stored, plugin, ""), nil
}

// change does to an account what a definition says.
func (a *Accounts) change(ctx *sql.Context, d *definition, one *defined, auth plan.Authentication, u *mysql_db.User) error {
	rules, o := RulesOf(u), &d.options
	if o.history != nil {
		rules.History = o.history.value
	}
	if o.reuse != nil {
		rules.Reuse = o.reuse.value
	}
	if o.current != nil {
		rules.RequireCurrent = o.current.value
	}
	if err := a.checkCurrent(ctx, d, one, u, &rules); err != nil {
		return err
	}
	if auth != nil {
		stored, err := auth.AuthString()
		if err != nil {
			return fmt.Errorf("hashing a password: %w", err)
		}
		if err := a.use(one, stored, u, &rules); err != nil {
			return err
		}
		u.Plugin, u.AuthString, u.PasswordLastChanged = auth.Plugin(), stored, a.second()
		rules.Expired = one.cleared && !d.creates && isStored(u.Plugin)
	}
	if o.requires || d.creates {
		require(u, d.tls)
	}
	if o.locked != nil {
		u.Locked = *o.locked
	}
	for i, to := range [...]*uint32{&rules.Questions, &rules.Updates, &rules.Limits.Connections, &rules.Sessions} {
		if o.limits[i] != nil {
			*to = *o.limits[i]
		}
	}
	if o.expires {
		rules.Expired = true
	} else if o.days != nil && !(one.cleared && rules.Expired) {
		rules.Days = o.days.value
		rules.Expired = false
	}
	if o.attempts != nil || o.lockDays != nil {
		l := Locking{}
		if rules.Locking != nil {
			l = *rules.Locking
		}
		if o.attempts != nil {
			l.Attempts = *o.attempts
		}
		if o.lockDays != nil {
			l.Days = *o.lockDays
		}
		rules.Locking = &l
	}
	if o.attribute != nil {
		rules.Metadata = mergeJSON(rules.Metadata, o.attribute)
	}
	return rules.keep(u)
}

// isStored says whether a plugin's passwords are stored here.
func isStored(plugin string) bool { return plugin == Native || plugin == SHA2 }

// checkPlugin refuses plugins that there are not, and what is no password as a plugin stores
// it: nobody could log in by it.
func (a *Accounts) checkPlugin(plugin, stored string) error {
	fits := true
	switch plugin {
	case Native:
		_, err := hex.DecodeString(strings.TrimPrefix(stored, "*"))
		fits = len(stored) == storedNative && stored[0] == '*' && err == nil
	case SHA2:
		fits = isSHA2(stored)
	default:
		if a.db().VerifyPlugin(plugin) != nil {
			return mysql.NewSQLError(errNoPlugin, sqlerr.StateGeneral, "Plugin '%s' is not loaded", plugin)
		}
	}
	if stored != "" && !fits {
		return mysql.NewSQLError(errFormat, sqlerr.StateGeneral, "The password hash doesn't have the expected format.")
	}
	return nil
}

// The lengths of what is stored: * and 40 digits; $A$005$, a salt of 20 bytes, 43 of the hash.
const (
	storedNative = 1 + 40
	storedSHA2   = 7 + 20 + 43
)

// isSHA2 says whether a text is a password as caching_sha2_password stores it.
func isSHA2(stored string) bool {
	if len(stored) != storedSHA2 {
		return false
	}
	_, _, _, _, err := mysql.DeserializeCachingSha2PasswordAuthString([]byte(stored))
	return err == nil
}

// refuseOpenDefinition is refuseOpen of each account of a definition.
func (a *Accounts) refuseOpenDefinition(d *definition, hashed []plan.Authentication) error {
	unlocks := d.locked != nil && !*d.locked
	for i := range d.accounts {
		one := &d.accounts[i]
		there := len(a.existing([]plan.UserName{one.UserName})) > 0
		switch {
		case there && d.creates, !there && !d.creates:
		case hashed[i] != nil || d.creates:
			if err := a.refuseOpen(plan.AuthenticatedUser{UserName: one.UserName, Auth1: hashed[i]}); err != nil {
				return err
			}
		case unlocks:
			if err := a.refuseOpening([]plan.UserName{one.UserName}); err != nil {
				return err
			}
		}
	}
	return nil
}

// ErrMustChange is what an account gets whose password has expired.
func ErrMustChange() *mysql.SQLError {
	return mysql.NewSQLError(errMustChange, sqlerr.StateGeneral, "You must reset your password using ALTER USER statement before executing this statement.")
}

// variable reads a system variable that is a number.
func variable(name string) int64 {
	_, v, ok := sql.SystemVariables.GetGlobal(name)
	if !ok {
		return 0
	}
	switch v := v.(type) {
	case int64:
		return v
	case uint64:
		return int64(v) //nolint:gosec // within 32 bits
	case int8:
		return int64(v)
	}
	return 0
}

const day = 24 * time.Hour
