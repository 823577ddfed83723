package privilege

import (
	"cmp"
	"encoding/binary"
	"net/netip"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/mysql"
)

// The engine gives a client the first account by its user's name whose host fits, in whichever
// order they lie, knows no netmasks, and takes an account of 127.0.0.1 for one of localhost.
// MySQL asks the most specific host first, whoever the account is of, and the anonymous
// account of a host comes after that of the name.

// kinds of hosts, the most specific first.
const (
	hostAddress = iota // 10.0.0.1
	hostPrefix         // 10.0.0.0/8
	hostMask           // 10.0.0.0/255.0.0.0
	hostName           // a name
	hostPattern        // with % or _
	hostAny            // % or nothing
)

// hostSpecificity is how specific the host of an account is: by kind, and within that by the
// bits of the net, or the characters before the first wildcard.
func hostSpecificity(host string) (kind, within int) {
	if host == "" || host == "%" {
		return hostAny, 0
	}
	if net, mask, ok := strings.Cut(host, "/"); ok {
		if p, err := netip.ParsePrefix(host); err == nil {
			return hostPrefix, -p.Bits()
		}
		if _, bits, ok := maskedNet(net, mask); ok {
			return hostMask, -bits
		}
		return hostName, 0
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return hostAddress, 0
	}
	if i := strings.IndexAny(host, "%_"); i >= 0 {
		return hostPattern, -i
	}
	return hostName, 0
}

// maskedNet reads a net that is written with a mask, such as 10.0.0.0 and 255.0.0.0. The mask
// is that of a net: bits that are set, and none behind.
func maskedNet(net, mask string) (of netip.Prefix, bits int, ok bool) {
	n, err := netip.ParseAddr(net)
	m, err2 := netip.ParseAddr(mask)
	if err != nil || err2 != nil || !n.Is4() || !m.Is4() {
		return of, 0, false
	}
	b := m.As4()
	inverse := ^binary.BigEndian.Uint32(b[:])
	if inverse&(inverse+1) != 0 {
		return of, 0, false
	}
	for bits = 32; inverse != 0; inverse >>= 1 {
		bits--
	}
	return netip.PrefixFrom(n, bits), bits, true
}

// hostMatches says whether a client is at a host as accounts have it. name is empty if the
// client's address has none, the address invalid if the client has none.
func hostMatches(host, name string, address netip.Addr) bool {
	kind, _ := hostSpecificity(host)
	switch kind {
	case hostAny:
		return true
	case hostAddress:
		a, err := netip.ParseAddr(host)
		return err == nil && address.IsValid() && a.Unmap() == address
	case hostPrefix:
		p, err := netip.ParsePrefix(host)
		return err == nil && inNet(p, address)
	case hostMask:
		net, mask, _ := strings.Cut(host, "/")
		p, _, ok := maskedNet(net, mask)
		return ok && inNet(p, address)
	case hostName:
		return name != "" && strings.EqualFold(host, name)
	}
	return name != "" && matchesPattern(host, name) || address.IsValid() && matchesPattern(host, address.String())
}

// inNet says whether an address is in a net whose own address has no other bits than those of
// the net: by another one MySQL finds nobody.
func inNet(net netip.Prefix, address netip.Addr) bool {
	return address.IsValid() && net.Masked() == net && net.Contains(address)
}

// FindAccount is the account that a client gets who logs in by a name; nil if there is none.
// host is the client's address, or localhost where it has none.
func FindAccount(reader *mysql_db.Reader, user, host string) *mysql_db.User {
	at := placeOf(host)
	var best *mysql_db.User
	for _, of := range [...]string{user, ""} {
		for _, u := range reader.GetUsersByUsername(of) {
			if at.isAt(u.Host) && (best == nil || moreSpecific(u, best)) {
				best = u
			}
		}
		if user == "" {
			break
		}
	}
	return best
}

// moreSpecific says whether of two accounts that fit the first is the one that a client gets.
func moreSpecific(a, b *mysql_db.User) bool {
	x := byHost(a, b)
	if a.User != b.User { // one of them is anonymous
		return x < 0 || x == 0 && a.User != ""
	}
	return cmp.Or(x, cmp.Compare(a.Host, b.Host)) < 0
}

// byHost orders accounts by how specific their hosts are.
func byHost(a, b *mysql_db.User) int {
	kindA, withinA := hostSpecificity(a.Host)
	kindB, withinB := hostSpecificity(b.Host)
	return cmp.Or(cmp.Compare(kindA, kindB), cmp.Compare(withinA, withinB))
}

// sessionAccount is the account of a session, that and no other: nil if it is gone, whoever
// else the name fits. An engine that logs clients in by itself may name their own host in its
// place; roles, which are the connection's, say whether it did.
func sessionAccount(ctx *sql.Context, reader *mysql_db.Reader, roles *Roles) *mysql_db.User {
	client := ctx.Session.Client()
	key := mysql_db.UserPrimaryKey{User: client.User, Host: client.Address}
	if u, ok := reader.GetUser(key); ok {
		return u
	}
	if roles == nil || roles.client.Load() != nil {
		return nil
	}
	return FindAccount(reader, key.User, key.Host)
}

// Named says that a connection's client is named by its account, and where it is: its address, or
// localhost where it has none.
func (r *Roles) Named(host string) {
	at := placeOf(host)
	r.client.Store(&at)
}

// place is where the client of a session is; ok is false for a session of no connection.
func (r *Roles) place(ctx *sql.Context) (at place, ok bool) {
	if r == nil {
		return place{}, false
	}
	if named := r.client.Load(); named != nil {
		return *named, true
	}
	return placeOf(ctx.Session.Client().Address), true
}

// goneState is the state of a statement whose account is gone.
type goneState struct{ err error }

var _ sql.AuthorizationQueryState = goneState{}

// Error implements sql.AuthorizationQueryState.
func (s goneState) Error() error { return s.err }

// AuthorizationQueryStateImpl implements sql.AuthorizationQueryState.
func (goneState) AuthorizationQueryStateImpl() {}

// gone is the state of a statement whose account is gone; nil of others.
func (r *Rights) gone(ctx *sql.Context) sql.AuthorizationQueryState {
	grants := r.Accounts()
	if grants == nil || ctx.Session == nil || IsServer(ctx.Session.Client()) {
		return nil
	}
	roles := r.running.Roles(ctx)
	reader := grants.Reader()
	defer reader.Close()
	if sessionAccount(ctx, reader, roles) != nil {
		return nil
	}
	return goneState{mysql.NewSQLError(mysql.ERAccessDeniedError, mysql.SSAccessDeniedError, "Access denied for user '%s'", ctx.Session.Client().User)}
}
