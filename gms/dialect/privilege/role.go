package privilege

import (
	"cmp"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// The engine gives an account what all of its roles have, and nothing of their roles. What a
// session may do is worked out here: what its account has been granted, and what the roles
// have that are active in it, with theirs. It is put where the engine keeps what it has
// worked out itself, as of the same count of changes, so that the engine takes it for its own.

// Roles are those of one connection's session. The zero value is a session that has not run
// a statement yet. They are safe for concurrent use.
type Roles struct {
	now    atomic.Pointer[activation]
	client atomic.Pointer[place] // where it is, if it is named by its account
}

// activation is what has been worked out for a session. It is never changed.
type activation struct {
	session sql.Session
	account mysql_db.UserPrimaryKey
	// roles are those that the session has made active, in order. One that is revoked stays
	// among them and gives nothing.
	roles   []mysql_db.UserPrimaryKey
	first   bool // as the session began with
	version uint64
	// here is what holds for the session.
	here heldHere
}

// errRoleNotGranted is ER_ROLE_NOT_GRANTED.
const errRoleNotGranted = 3530

// ActivatesAllRoles is the variable by which sessions begin with all roles.
const ActivatesAllRoles = "activate_all_roles_on_login"

// Rules are what is known of an account besides what it has been granted.
type Rules struct {
	// DefaultRoles are those that its sessions begin with.
	DefaultRoles []mysql_db.UserPrimaryKey
	// ExplicitDynamic: its dynamic privileges are those it has by name. Else who has all static
	// ones has all of them.
	ExplicitDynamic bool
}

// ReadRules has them be found by of. Call it before the engine serves.
func (r *Rights) ReadRules(of func(*mysql_db.User) Rules) {
	r.rules = of
}

func (r *Rights) rulesOf(u *mysql_db.User) (rules Rules) {
	if r.rules != nil && u.Attributes != nil {
		rules = r.rules(u)
	}
	return rules
}

// activate has the engine take what the session's account and its active roles have for what
// the session may do. It costs two comparisons as long as no grant changes.
func (r *Rights) activate(ctx *sql.Context, grants *mysql_db.MySQLDb, of *Roles) {
	if r.version == nil {
		return // nobody knows when anything changes: the engine gives all roles
	}
	version := r.version.Load()
	var a *activation
	if of != nil {
		if a = of.now.Load(); a != nil && a.session != ctx.Session {
			a = nil
		}
	}
	// A session of no connection, as that of a reader of pages, begins with each question.
	if a != nil && a.version == version || of == nil {
		if _, set := ctx.Session.GetPrivilegeSet(); set == version {
			return
		}
	}
	r.work(ctx, grants, of, a)
}

// work works out what a session may do. a is what it had, nil for a session that begins.
func (r *Rights) work(ctx *sql.Context, grants *mysql_db.MySQLDb, of *Roles, a *activation) {
	reader := grants.Reader()
	defer reader.Close()
	version := r.version.Load() // before the accounts are read
	u := sessionAccount(ctx, reader, of)
	if u == nil {
		ctx.Session.SetPrivilegeSet(mysql_db.NewPrivilegeSet(), version)
		return
	}
	next := activation{session: ctx.Session, account: keyOf(u), version: version}
	if a != nil {
		next.roles, next.first = a.roles, a.first
	} else {
		next.roles, next.first = r.firstRoles(reader, u), true
	}
	set := r.WithRoles(reader, u, next.roles)
	next.admit(ctx, reader, u, set, of)
	ctx.Session.SetPrivilegeSet(set, version)
	if of != nil {
		of.now.Store(&next)
	}
}

// admit has hold for a session what it has by itself and its roles, and what others have that does.
func (a *activation) admit(ctx *sql.Context, reader *mysql_db.Reader, u *mysql_db.User, set mysql_db.PrivilegeSet, of *Roles) {
	admit(set)
	if at, ok := of.place(ctx); ok && len(a.roles) == 0 {
		a.here = here(reader, u, set, at)
		return
	}
	a.here = heldHere{set: set, patterns: patternsOf(set)}
}

// here is what holds for a session whose set has been worked out for its roles.
func (r *Roles) here(ctx *sql.Context, set mysql_db.PrivilegeSet) heldHere {
	if r != nil {
		if a := r.now.Load(); a != nil && a.session == ctx.Session {
			if _, version := ctx.Session.GetPrivilegeSet(); version == a.version {
				return a.here
			}
		}
	}
	return heldHere{set: set, patterns: patternsOf(set)}
}

func keyOf(u *mysql_db.User) mysql_db.UserPrimaryKey {
	return mysql_db.UserPrimaryKey{User: u.User, Host: u.Host}
}

// activatesAll says whether sessions begin with all roles.
func activatesAll() bool {
	_, v, ok := sql.SystemVariables.GetGlobal(ActivatesAllRoles)
	on, _ := v.(int8)
	return ok && on != 0
}

// firstRoles are those that a session of an account begins with, and what runs in the
// account's name.
func (r *Rights) firstRoles(reader *mysql_db.Reader, u *mysql_db.User) []mysql_db.UserPrimaryKey {
	granted := grantedTo(reader, keyOf(u))
	if activatesAll() {
		return granted
	}
	if len(granted) == 0 {
		return nil
	}
	chosen := r.rulesOf(u).DefaultRoles
	return slices.DeleteFunc(granted, func(k mysql_db.UserPrimaryKey) bool { return !slices.Contains(chosen, k) })
}

// EdgesTo are the grants of roles to an account, by the roles' names.
func EdgesTo(reader *mysql_db.Reader, account mysql_db.UserPrimaryKey) []*mysql_db.RoleEdge {
	edges := reader.GetToUserRoleEdges(mysql_db.RoleEdgesToKey{ToUser: account.User, ToHost: account.Host})
	if len(edges) == 0 {
		return nil
	}
	edges = slices.Clone(edges)
	slices.SortFunc(edges, func(a, b *mysql_db.RoleEdge) int { return byName(roleOf(a), roleOf(b)) })
	return edges
}

func roleOf(e *mysql_db.RoleEdge) mysql_db.UserPrimaryKey {
	return mysql_db.UserPrimaryKey{User: e.FromUser, Host: e.FromHost}
}

// grantedTo are the roles that an account has been granted itself, by name.
func grantedTo(reader *mysql_db.Reader, account mysql_db.UserPrimaryKey) []mysql_db.UserPrimaryKey {
	var roles []mysql_db.UserPrimaryKey
	for _, e := range EdgesTo(reader, account) {
		roles = append(roles, roleOf(e))
	}
	return roles
}

// IsGranted says whether a role has been granted to an account itself.
func IsGranted(reader *mysql_db.Reader, role, to mysql_db.UserPrimaryKey) bool {
	return slices.Contains(grantedTo(reader, to), role)
}

// Reaches says whether a role is an account, or has it by roles of its roles.
func Reaches(reader *mysql_db.Reader, role, account mysql_db.UserPrimaryKey) bool {
	return role == account || slices.Contains(within(reader, role, grantedTo(reader, role)), account)
}

func byName(a, b mysql_db.UserPrimaryKey) int {
	return cmp.Or(strings.Compare(a.User, b.User), strings.Compare(a.Host, b.Host))
}

// within gives roles and theirs, each once: those that are granted to the account and active,
// or nothing of a role that has been taken away.
func within(reader *mysql_db.Reader, account mysql_db.UserPrimaryKey, active []mysql_db.UserPrimaryKey) []mysql_db.UserPrimaryKey {
	if len(active) == 0 {
		return nil
	}
	var found []mysql_db.UserPrimaryKey
	for _, k := range grantedTo(reader, account) {
		if slices.Contains(active, k) {
			found = append(found, k)
		}
	}
	for i := 0; i < len(found); i++ { // which grows
		for _, k := range grantedTo(reader, found[i]) {
			if !slices.Contains(found, k) {
				found = append(found, k)
			}
		}
	}
	return found
}

// WithRoles is what an account has itself and by roles of its own that are active.
func (r *Rights) WithRoles(reader *mysql_db.Reader, u *mysql_db.User, active []mysql_db.UserPrimaryKey) mysql_db.PrivilegeSet {
	set := r.itself(u)
	for _, k := range within(reader, keyOf(u), active) {
		if role, ok := reader.GetUser(k); ok {
			set.UnionWith(r.itself(role))
		}
	}
	return set
}

// itself is a copy of what an account has, every dynamic privilege by its name.
func (r *Rights) itself(u *mysql_db.User) mysql_db.PrivilegeSet {
	set := u.PrivilegeSet.Copy()
	if ImpliesDynamic(set) && !r.rulesOf(u).ExplicitDynamic {
		option := set.Has(sql.PrivilegeType_GrantOption)
		lent := set.ToSliceDynamic(true)
		for name := range dynamicPrivileges {
			set.AddGlobalDynamic(option || slices.Contains(lent, name), strings.ToLower(name))
		}
	}
	return set
}

// Active are the roles that are active in the session, as it has set them.
func (r *Rights) Active(ctx *sql.Context) []mysql_db.UserPrimaryKey {
	grants := r.Accounts()
	if grants == nil || r.version == nil || ctx.Session == nil {
		return nil
	}
	if a := actorIn(ctx); a != nil {
		return a.held.roles
	}
	of := r.running.Roles(ctx)
	if of == nil {
		return nil
	}
	r.activate(ctx, grants, of)
	if a := of.now.Load(); a != nil && a.session == ctx.Session {
		return a.roles
	}
	return nil
}

// beganWith says whether the session has active what it began with.
func (r *Rights) beganWith(ctx *sql.Context) bool {
	of := r.running.Roles(ctx)
	if of == nil {
		return true
	}
	a := of.now.Load()
	return a == nil || a.session != ctx.Session || a.first
}

// Choice says which roles a SET ROLE makes active.
type Choice int

// The choices are those of the statement's forms.
const (
	NoRoles Choice = iota
	DefaultRoles
	AllRoles
	NamedRoles
	AllRolesExcept
)

// SetRoles makes roles of the session's account active, and no others.
func (r *Rights) SetRoles(ctx *sql.Context, choice Choice, named []mysql_db.UserPrimaryKey) error {
	grants := r.Accounts()
	if grants == nil {
		return nil
	}
	of := r.running.Roles(ctx)
	if of == nil || actorIn(ctx) != nil || r.version == nil {
		return sqlerr.NotSupportedYet("SET ROLE in a stored program")
	}
	r.activate(ctx, grants, of)
	reader := grants.Reader()
	defer reader.Close()
	version := r.version.Load()
	u := sessionAccount(ctx, reader, of)
	if u == nil {
		return nil
	}
	next := activation{session: ctx.Session, account: keyOf(u), version: version}
	granted := grantedTo(reader, next.account)
	switch choice {
	case DefaultRoles:
		next.roles, next.first = r.firstRoles(reader, u), true
	case AllRoles:
		next.roles = granted
	case AllRolesExcept:
		next.roles = slices.DeleteFunc(granted, func(k mysql_db.UserPrimaryKey) bool { return slices.Contains(named, k) })
	case NamedRoles:
		for _, k := range named {
			if !slices.Contains(granted, k) {
				return NotGranted(k, next.account)
			}
			if !slices.Contains(next.roles, k) {
				next.roles = append(next.roles, k)
			}
		}
		slices.SortFunc(next.roles, byName)
	}
	set := r.WithRoles(reader, u, next.roles)
	next.admit(ctx, reader, u, set, of)
	ctx.Session.SetPrivilegeSet(set, version)
	of.now.Store(&next)
	if m := r.running.Remembers(ctx); m != nil {
		m.version = 0 // what it remembers may have been by another role
	}
	return nil
}

// NotGranted is the error of a role that an account has not.
func NotGranted(role, account mysql_db.UserPrimaryKey) error {
	return mysql.NewSQLError(errRoleNotGranted, sqlerr.StateGeneral, "%s is not granted to %s", QuotedAccount(role), QuotedAccount(account))
}

// QuotedAccount is the name of an account or a role, as errors about roles and CURRENT_ROLE()
// have it.
func QuotedAccount(k mysql_db.UserPrimaryKey) string {
	return words.QuotedName(k.User) + "@" + words.QuotedName(k.Host)
}
