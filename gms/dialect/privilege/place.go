package privilege

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// MySQL finds what has been granted on databases, tables and routines by the name of a user and
// by where the client is, not by the account that it got: on databases that of anonymous
// accounts holds for everybody, and on all of them that of accounts of the same name with other
// hosts does, if the client is there. Of the databases the most specific host comes first, then the most
// specific pattern, then the name before no name, and nothing of the others counts. With a role
// active a session has what its account and its roles have, and none of this. What an account is
// told to hold, by SHOW GRANTS or information_schema, is its own.

// place is where a client is.
type place struct {
	name    string // of its host; empty if the address has none
	address netip.Addr
}

// placeOf is where a client is that has an address, or is at localhost.
func placeOf(host string) (at place) {
	address, err := netip.ParseAddr(host)
	switch at.address = address.Unmap().WithZone(""); {
	case err != nil:
		at.name = host
	case at.address == netip.AddrFrom4([4]byte{127, 0, 0, 1}), at.address == netip.IPv6Loopback():
		at.name = "localhost"
	}
	return at
}

// definersPlace is where a program runs for its definer: at the account's host as that is written.
func definersPlace(host string) place {
	at := placeOf(host)
	at.name = host
	return at
}

// isAt says whether a client is at a host as accounts have it.
func (at place) isAt(host string) bool { return hostMatches(host, at.name, at.address) }

// besides are the accounts whose grants hold for an account's sessions too, the most specific
// host first.
func besides(reader *mysql_db.Reader, u *mysql_db.User, at place) (others []*mysql_db.User) {
	for _, name := range [...]string{u.User, ""} {
		for _, o := range reader.GetUsersByUsername(name) {
			if keyOf(o) != keyOf(u) && at.isAt(o.Host) && len(o.PrivilegeSet.GetDatabases()) > 0 {
				copied := *o
				copied.PrivilegeSet = o.PrivilegeSet.Copy() // what is granted changes it
				others = append(others, &copied)
			}
		}
		if u.User == "" {
			break
		}
	}
	slices.SortFunc(others, func(a, b *mysql_db.User) int { return cmp.Or(byHost(a, b), strings.Compare(a.Host, b.Host)) })
	return others
}

// heldHere is what has been worked out that holds for a session.
type heldHere struct {
	set mysql_db.PrivilegeSet
	// patterns are the names of databases that are patterns, or if ordered is set all of them, in
	// the order in which they are asked.
	patterns []databasePattern
	ordered  bool
}

// here is what holds for a session that has a set itself and no role active, at a place.
func here(reader *mysql_db.Reader, u *mysql_db.User, set mysql_db.PrivilegeSet, at place) heldHere {
	others := besides(reader, u, at)
	if len(others) == 0 {
		return heldHere{set: set, patterns: patternsOf(set)}
	}
	type row struct {
		of *mysql_db.User
		databasePattern
	}
	var rows []row
	own := *u
	own.PrivilegeSet = u.PrivilegeSet.Copy()
	for _, o := range append(others, &own) {
		for _, db := range o.PrivilegeSet.GetDatabases() {
			if db.Count() > 0 {
				rows = append(rows, row{o, databasePattern{wildcards(db.Name()), db}})
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(byHost(a.of, b.of), cmp.Compare(b.before(), a.before()), strings.Compare(b.of.User, a.of.User), strings.Compare(a.granted.Name(), b.granted.Name()))
	})
	h := heldHere{set: set.Copy(), ordered: true} // of the set the account is told
	for i := range rows {
		h.patterns = append(h.patterns, rows[i].databasePattern)
	}
	for _, o := range others {
		if o.User == u.User {
			fillIn(h.set, o.PrivilegeSet)
		}
	}
	return h
}

// fillIn adds what has been granted on tables and routines of which a set has nothing.
func fillIn(set, from mysql_db.PrivilegeSet) {
	for _, db := range from.GetDatabases() {
		for _, t := range db.GetTables() {
			if set.Database(db.Name()).Table(t.Name()).HasPrivileges() {
				continue
			}
			set.AddTable(db.Name(), t.Name(), t.ToSlice()...)
			for _, c := range t.GetColumns() {
				set.AddColumn(db.Name(), t.Name(), c.Name(), c.ToSlice()...)
			}
		}
		for _, p := range db.GetRoutines() {
			isProcedure := p.RoutineType() == mysqlProcedure
			if !set.Database(db.Name()).Routine(p.RoutineName(), isProcedure).HasPrivileges() {
				set.AddRoutine(db.Name(), p.RoutineName(), isProcedure, p.ToSlice()...)
			}
		}
	}
}

// mysqlProcedure is the type of a routine that is a procedure.
const mysqlProcedure = "PROCEDURE"
