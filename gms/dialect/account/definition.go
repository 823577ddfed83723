package account

import (
	"context"
	"encoding/hex"
	"errors"
	"math"
	"strings"

	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// definition is a CREATE USER, ALTER USER or SET PASSWORD. The engine's grammar has the
// names of accounts, their passwords, roles and REQUIRE; what MySQL's has besides is read
// here: the engine's ALTER USER changes one password, and its CREATE USER forgets limits and
// rules.
type definition struct {
	operation string // as MySQL's errors name it
	creates   bool
	// tolerant: IF NOT EXISTS or IF EXISTS.
	tolerant bool
	accounts []defined
	roles    []plan.UserName
	tls      *sqlparser.TLSOptions
	options
}

// defined is an account, and what it is to log in by.
type defined struct {
	plan.UserName
	auth *sqlparser.Authentication // nil: as it is
	// hashed is that as the engine's grammar reads it; nil outside of stored programs.
	hashed plan.Authentication
	// cleared: a plugin is named and no password, so that it has none.
	cleared bool
	// replaces is the password that it has, nil if that is not said.
	replaces *string
}

// options are what is set of all accounts of a statement; nil is as it was.
type options struct {
	requires  bool // there is a REQUIRE
	limited   bool // there is a WITH
	limits    [4]*uint32
	locked    *bool
	expires   bool // PASSWORD EXPIRE
	days      *setting[uint16]
	history   *setting[uint32]
	reuse     *setting[uint32]
	current   *setting[bool]
	attempts  *int
	lockDays  *int
	attribute map[string]any
}

// setting is a value, or DEFAULT where it has none.
type setting[T any] struct{ value *T }

func valueOf[T any](v T) *setting[T] { return &setting[T]{&v} }

// errWrongValue is ER_WRONG_VALUE, errAttribute ER_INVALID_USER_ATTRIBUTE_JSON, errTwice
// ER_DUP_ARGUMENT.
const (
	errTwice      = 1225
	errWrongValue = 1525
	errAttribute  = 3982
)

// limitNames are the limits in their order.
var limitNames = [...]string{"MAX_QUERIES_PER_HOUR", "MAX_UPDATES_PER_HOUR", "MAX_CONNECTIONS_PER_HOUR", "MAX_USER_CONNECTIONS"}

// reader reads a definition. own is the account of the session.
type reader struct {
	syntax.Tokens
	d       definition
	own     string
	ownName bool
	options sqlparser.ParserOptions
	// engine is what the engine's grammar reads.
	engine  strings.Builder
	from    int
	replace []*string // of each account: what is written behind REPLACE, nil without
	cleared []bool    // of each account
}

// Match recognises CREATE USER, ALTER USER and SET PASSWORD. own is the session's account, in
// quotes.
func (a *Accounts) Match(ctx context.Context, text, own string, options sqlparser.ParserOptions) (stmt sqlparser.Statement, ok bool, err error) {
	t := syntax.NewTokens(text, options.AnsiQuotes)
	r := reader{Tokens: t, own: own, options: options}
	switch {
	case r.Take("CREATE", "USER"):
		r.d.operation, r.d.creates = "CREATE USER", true
		r.d.tolerant = r.Take("IF", "NOT", "EXISTS")
		err = r.statement()
	case r.Take("ALTER", "USER"):
		r.d.operation = "ALTER USER"
		r.d.tolerant = r.Take("IF", "EXISTS")
		if of, ok := r.defaultRole(); ok {
			if of == nil {
				return nil, true, r.Unexpected()
			}
			stmt, err := a.DefaultRoles("ALTER USER", r.Rest(), of)
			if stmt != nil {
				return stmt, true, nil
			} else if err == nil {
				err = r.Unexpected()
			}
			return refused(err)
		}
		err = r.statement()
	case r.Take("SET", "PASSWORD"):
		r.d.operation = "SET PASSWORD"
		err = r.setPassword()
	default:
		return nil, false, nil
	}
	if err != nil {
		return refused(err)
	}
	return a.define(&r.d), true, nil
}

// refused is a statement that has been read and is not done. What is no statement fails to be
// read, so that more of its text is taken for a secret.
func refused(err error) (sqlparser.Statement, bool, error) {
	var e *mysql.SQLError
	if errors.As(err, &e) && e.Num != mysql.ERSyntaxError {
		return node.Refuse(err), true, nil
	}
	return nil, true, err
}

// place is where the next token begins.
func (r *reader) place() int {
	s := r.Scanner
	return s.Next().Start
}

// word passes over the next token and gives it; "" at the end.
func (r *reader) word() string {
	w := r.Peek()
	if w != "" {
		r.Next()
	}
	return w
}

// copyTo gives the engine's grammar the text up to a place.
func (r *reader) copyTo(end int) {
	r.engine.WriteString(r.Text[r.from:end])
	r.from = end
}

// passTo leaves the text up to a place out of that.
func (r *reader) passTo(end int) { r.from = end }

// statement reads what comes after CREATE USER and ALTER USER.
func (r *reader) statement() error {
	r.engine.WriteString("CREATE USER ")
	r.passTo(r.place())
	for {
		if err := r.account(); err != nil {
			return err
		}
		if !r.Take(",") {
			break
		}
	}
	if r.ownName && !r.d.creates { // its grammar has nothing more of the session's own account
		r.copyTo(r.place())
		if err := r.ExpectEnd(); err != nil {
			return err
		}
		return r.parsed()
	}
	if r.Take("DEFAULT") {
		if !r.d.creates || !r.Take("ROLE") {
			return r.Unexpected()
		}
		for {
			if p := strings.ToUpper(r.Peek()); p == "NONE" || p == "ALL" {
				return r.Unexpected()
			}
			if err := r.name(); err != nil {
				return err
			}
			if !r.Take(",") {
				break
			}
		}
	}
	if r.Take("REQUIRE") {
		r.d.requires = true
		said := make(map[string]bool)
		for p := strings.ToUpper(r.Peek()); p == "NONE" || p == "SSL" || p == "X509" || p == "CIPHER" || p == "ISSUER" || p == "SUBJECT" || p == "AND"; p = strings.ToUpper(r.Peek()) {
			if r.Next(); p == "CIPHER" || p == "ISSUER" || p == "SUBJECT" {
				if said[p] {
					return mysql.NewSQLError(errTwice, sqlerr.StateAccess, "Option '%s' used twice in statement", p)
				}
				said[p] = true
				r.Next()
				if next := strings.ToUpper(r.Peek()); next == "CIPHER" || next == "ISSUER" || next == "SUBJECT" { // AND may be left out
					r.copyTo(r.place())
					r.engine.WriteString(" AND ")
				}
			}
		}
	}
	r.copyTo(r.place())
	if r.Take("WITH") {
		r.d.limited = true
		if err := r.limits(); err != nil {
			return err
		}
	}
	for {
		if done, err := r.option(); err != nil {
			return err
		} else if done {
			break
		}
	}
	if err := r.attribute(); err != nil {
		return err
	}
	if err := r.ExpectEnd(); err != nil {
		return err
	}
	return r.parsed()
}

// name reads the name of an account or a role, and gives it to the engine's grammar in
// quotes: that takes more words for its own.
func (r *reader) name() error {
	r.copyTo(r.place())
	key, err := r.ExpectAccount()
	if err != nil {
		return err
	}
	for i, part := range [...]string{key.User, key.Host} {
		if i > 0 {
			r.engine.WriteByte('@')
		}
		if part == "" {
			r.engine.WriteString("''")
		} else {
			r.engine.WriteString(words.QuotedName(part))
		}
	}
	r.engine.WriteByte(' ')
	r.passTo(r.place())
	return nil
}

// account reads the name of an account and what it logs in by.
func (r *reader) account() error {
	if at := r.place(); r.TakeOwnAccount() {
		if r.own == "" {
			return r.Unexpected()
		}
		r.ownName = true
		r.copyTo(at)
		r.passTo(r.place())
		r.engine.WriteString(" " + r.own + " ")
	} else if err := r.name(); err != nil {
		return err
	}
	r.replace, r.cleared = append(r.replace, nil), append(r.cleared, false)
	for _, w := range [...]string{"ADD", "MODIFY", "DROP"} {
		if r.Take(w, "2", "FACTOR") || r.Take(w, "3", "FACTOR") {
			return sqlerr.NotSupportedYet(r.d.operation + " with several factors")
		}
	}
	if r.Take("DISCARD", "OLD", "PASSWORD") {
		return errTwoPasswords(r.d.operation)
	}
	if !r.Take("IDENTIFIED") {
		return nil
	}
	with := r.Take("WITH")
	if with {
		if r.Peek() == "" {
			return r.Unexpected()
		}
		r.Next()
	}
	switch {
	case r.Take("BY", "RANDOM", "PASSWORD"):
		return sqlerr.NotSupportedYet(r.d.operation + " IDENTIFIED BY RANDOM PASSWORD")
	case r.Take("BY"):
		r.Next()
	case r.Take("AS"):
		at := r.place()
		if v := r.word(); len(v) > 2 && v[0] == '0' && v[1]|0x20 == 'x' {
			stored, err := hex.DecodeString(v[2:])
			if err != nil {
				return r.Unexpected()
			}
			r.copyTo(at)
			r.engine.WriteString(words.Quoted(string(stored)))
			r.passTo(at + len(v))
		}
	case with:
		r.cleared[len(r.cleared)-1] = true
	}
	if r.Take("AND", "IDENTIFIED") || r.Take("INITIAL", "AUTHENTICATION") {
		return sqlerr.NotSupportedYet(r.d.operation + " with several factors")
	}
	return r.tail()
}

// tail reads what comes after a password: REPLACE and the one that it takes the place of.
func (r *reader) tail() error {
	at := r.place()
	if !r.d.creates && r.Take("REPLACE") {
		r.copyTo(at)
		written := r.word()
		r.replace[len(r.replace)-1] = &written
		r.passTo(r.place())
		r.engine.WriteByte(' ')
	}
	if !r.d.creates && r.Take("RETAIN", "CURRENT", "PASSWORD") {
		return errTwoPasswords(r.d.operation)
	}
	return nil
}

func errTwoPasswords(operation string) error {
	return sqlerr.NotSupportedYet(operation + " with two passwords of an account (RETAIN CURRENT PASSWORD, DISCARD OLD PASSWORD)")
}

// limits reads what comes after WITH.
func (r *reader) limits() error {
	for n := 0; ; n++ {
		at := -1
		for i, name := range limitNames {
			if r.Take(name) {
				at = i
				break
			}
		}
		if at < 0 {
			if n == 0 {
				return r.Unexpected()
			}
			return nil
		}
		v, err := r.ExpectNumber()
		if err != nil {
			return err
		}
		n := uint32(v) // as in MySQL, which takes what lies beyond round again
		r.d.limits[at] = &n
	}
}

// option reads one rule for passwords or a lock; done says that there is none.
func (r *reader) option() (done bool, err error) {
	d := &r.d
	switch {
	case r.Take("ACCOUNT", "LOCK"):
		on := true
		d.locked = &on
	case r.Take("ACCOUNT", "UNLOCK"):
		off := false
		d.locked = &off
	case r.Take("PASSWORD", "EXPIRE"):
		d.expires, d.days = false, nil
		switch {
		case r.Take("DEFAULT"):
			d.days = new(setting[uint16])
		case r.Take("NEVER"):
			d.days = valueOf[uint16](0)
		case r.Take("INTERVAL"):
			n, err := r.days(1, math.MaxUint16)
			if err != nil {
				return false, err
			}
			d.days = valueOf(uint16(n))
		default:
			d.expires = true
		}
	case r.Take("PASSWORD", "HISTORY", "DEFAULT"):
		d.history = new(setting[uint32])
	case r.Take("PASSWORD", "HISTORY"):
		n, err := r.ExpectNumber()
		if err != nil {
			return false, err
		}
		d.history = valueOf(uint32(min(n, math.MaxUint32)))
	case r.Take("PASSWORD", "REUSE", "INTERVAL", "DEFAULT"):
		d.reuse = new(setting[uint32])
	case r.Take("PASSWORD", "REUSE", "INTERVAL"):
		n, err := r.days(0, math.MaxUint32)
		if err != nil {
			return false, err
		}
		d.reuse = valueOf(uint32(n))
	case r.Take("PASSWORD", "REQUIRE", "CURRENT"):
		switch {
		case r.Take("DEFAULT"):
			d.current = new(setting[bool])
		case r.Take("OPTIONAL"):
			d.current = valueOf(false)
		default:
			d.current = valueOf(true)
		}
	case r.Take("FAILED_LOGIN_ATTEMPTS"):
		n, err := r.bounded("FAILED_LOGIN_ATTEMPTS")
		if err != nil {
			return false, err
		}
		d.attempts = &n
	case r.Take("PASSWORD_LOCK_TIME", "UNBOUNDED"):
		n := unbounded
		d.lockDays = &n
	case r.Take("PASSWORD_LOCK_TIME"):
		n, err := r.bounded("PASSWORD_LOCK_TIME")
		if err != nil {
			return false, err
		}
		d.lockDays = &n
	default:
		return true, nil
	}
	return false, nil
}

// days reads a number of days.
func (r *reader) days(least, most uint64) (uint64, error) {
	n, err := r.ExpectNumber()
	if err != nil {
		return 0, err
	}
	if !r.Take("DAY") {
		return 0, r.Unexpected()
	}
	if n < least || n > most {
		return 0, wrongValue("DAY", n)
	}
	return n, nil
}

// bounded reads a number of 15 bits.
func (r *reader) bounded(of string) (int, error) {
	n, err := r.ExpectNumber()
	if err == nil && n > math.MaxInt16 {
		err = wrongValue(of, n)
	}
	return int(n), err
}

func wrongValue(of string, n uint64) error {
	return mysql.NewSQLError(errWrongValue, sqlerr.StateGeneral, "Incorrect %s value: '%d'", of, n)
}

// attribute reads COMMENT or ATTRIBUTE.
func (r *reader) attribute() error {
	comment := r.Take("COMMENT")
	if !comment && !r.Take("ATTRIBUTE") {
		return nil
	}
	text, err := r.literal(r.word())
	if err != nil {
		return err
	}
	if comment {
		r.d.options.attribute = map[string]any{"comment": text}
		return nil
	}
	var object map[string]any
	if decodeJSON(text, &object) != nil || object == nil {
		return mysql.NewSQLError(errAttribute, sqlerr.StateGeneral, "The user attribute must be a valid JSON object")
	}
	r.d.options.attribute = object
	return nil
}

// literal is what a literal of the statement's says.
func (r *reader) literal(written string) (string, error) {
	stmt, err := sqlparser.ParseWithOptions(context.Background(), "CREATE USER u IDENTIFIED BY "+written, r.options)
	if create, ok := stmt.(*sqlparser.CreateUser); ok && err == nil && written != "" {
		return create.Users[0].Auth1.Password, nil
	}
	return "", r.Unexpected()
}

// parsed has the engine's grammar read its part.
func (r *reader) parsed() error {
	stmt, err := sqlparser.ParseWithOptions(context.Background(), r.engine.String(), r.options)
	create, ok := stmt.(*sqlparser.CreateUser)
	if err != nil || !ok || len(create.Users) != len(r.replace) {
		r.Tokens = syntax.NewTokens(r.Text, r.options.AnsiQuotes)
		r.Next()
		return r.Unexpected()
	}
	r.d.tls = create.TLSOptions
	for _, role := range create.DefaultRoles {
		r.d.roles = append(r.d.roles, nameOf(role))
	}
	for i, u := range create.Users {
		one := defined{UserName: nameOf(u.AccountName), auth: u.Auth1, cleared: r.cleared[i]}
		if written := r.replace[i]; written != nil {
			text, err := r.literal(*written)
			if err != nil {
				return err
			}
			one.replaces = &text
		}
		r.d.accounts = append(r.d.accounts, one)
	}
	return nil
}

func nameOf(n sqlparser.AccountName) plan.UserName {
	return plan.UserName{Name: n.Name, Host: n.Host, AnyHost: n.AnyHost}
}

// setPassword reads what comes after SET PASSWORD.
func (r *reader) setPassword() error {
	r.engine.WriteString("CREATE USER ")
	named := r.Take("FOR")
	r.passTo(r.place())
	if named {
		if err := r.account(); err != nil {
			return err
		}
	} else {
		if r.own == "" {
			return r.Unexpected()
		}
		r.engine.WriteString(r.own)
		r.replace, r.cleared = append(r.replace, nil), append(r.cleared, false)
	}
	r.copyTo(r.place())
	if r.Take("TO", "RANDOM") {
		return sqlerr.NotSupportedYet("SET PASSWORD TO RANDOM")
	}
	if !r.Take("=") {
		return r.Unexpected()
	}
	r.passTo(r.place())
	r.engine.WriteString(" IDENTIFIED BY ")
	r.Next()
	if err := r.tail(); err != nil {
		return err
	}
	r.copyTo(r.place())
	if err := r.ExpectEnd(); err != nil {
		return err
	}
	return r.parsed()
}

// defaultRole reads the account of ALTER USER ... DEFAULT ROLE. ok is false for another
// statement, of which nothing is read then.
func (r *reader) defaultRole() (of []plan.UserName, ok bool) {
	ahead := r.Tokens
	var name plan.UserName
	if ahead.TakeOwnAccount() {
		own := syntax.NewTokens(r.own, false)
		key, err := own.ExpectAccount()
		if err != nil {
			return nil, false
		}
		name = plan.UserName{Name: key.User, Host: key.Host}
	} else if key, err := ahead.ExpectAccount(); err != nil {
		return nil, false
	} else {
		name = plan.UserName{Name: key.User, Host: key.Host}
	}
	if !ahead.Take("DEFAULT", "ROLE") {
		return nil, false
	}
	r.Tokens = ahead
	return []plan.UserName{name}, true
}
