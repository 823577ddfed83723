package dolt

import (
	"errors"

	"github.com/dolthub/go-mysql-server/sql/mysql_db/serial"
)

// accountsCheck adds up what a file of accounts says that it has. The engine makes room for as
// many privileges, tables and accounts as the file claims before it looks at them: four damaged
// bytes claim 2^31. Each element takes at least a byte of the file, and so does each byte of a
// name; one that several places share, which no such file has, would count each time.
type accountsCheck struct{ left int }

var errClaims = errors.New("not a file of accounts: it claims to have more than it has bytes")

// maxPrivilege is the length of the name of a dynamic privilege in bytes. Accounts share these.
const maxPrivilege = 1 << 10

// checkAccounts returns an error if the accounts of a file are more than its bytes.
func checkAccounts(data []byte) (err error) {
	defer func() {
		if recover() != nil { // an offset leads out of the file
			err = errors.New("not a file of accounts")
		}
	}()
	c := &accountsCheck{left: len(data)}
	root := serial.GetRootAsMySQLDb(data, 0)
	c.each(root.UserLength(), func(i int) { c.user(root.User, i) })
	c.each(root.SuperUserLength(), func(i int) { c.user(root.SuperUser, i) })
	c.each(root.RoleEdgesLength(), func(i int) {
		if edge := new(serial.RoleEdge); root.RoleEdges(edge, i) {
			c.texts(edge.FromHost(), edge.FromUser(), edge.ToHost(), edge.ToUser())
		}
	})
	c.each(root.ReplicaSourceInfoLength(), func(i int) {
		if source := new(serial.ReplicaSourceInfo); root.ReplicaSourceInfo(source, i) {
			c.texts(source.Host(), source.User(), source.Password(), source.Uuid())
		}
	})
	if c.left < 0 {
		return errClaims
	}
	return nil
}

// each counts n elements and visits them, as long as they may be there.
func (c *accountsCheck) each(n int, visit func(i int)) {
	c.count(n)
	for i := 0; i < n && c.left >= 0; i++ {
		visit(i)
	}
}

func (c *accountsCheck) count(n int) {
	if c.left -= n; n < 0 {
		c.left = -1
	}
}

func (c *accountsCheck) texts(all ...[]byte) {
	for _, text := range all {
		c.count(len(text))
	}
}

func (c *accountsCheck) user(at func(*serial.User, int) bool, i int) {
	u := new(serial.User)
	if !at(u, i) {
		return
	}
	c.texts(u.User(), u.Host(), u.Plugin(), u.Password(), u.Attributes(), u.Identity(), u.SslType(), u.SslCipher(), u.X509Issuer(), u.X509Subject())
	set := u.PrivilegeSet(nil)
	if set == nil {
		return
	}
	c.count(set.GlobalStaticLength())
	c.each(set.GlobalDynamicLength(), func(i int) {
		if len(set.GlobalDynamic(i)) > maxPrivilege {
			c.left = -1
		}
	})
	c.each(set.DatabasesLength(), func(i int) {
		if d := new(serial.PrivilegeSetDatabase); set.Databases(d, i) {
			c.database(d)
		}
	})
}

func (c *accountsCheck) database(d *serial.PrivilegeSetDatabase) {
	c.texts(d.Name())
	c.count(d.PrivsLength())
	c.each(d.TablesLength(), func(i int) {
		t := new(serial.PrivilegeSetTable)
		if !d.Tables(t, i) {
			return
		}
		c.texts(t.Name())
		c.count(t.PrivsLength())
		c.each(t.ColumnsLength(), func(i int) {
			if column := new(serial.PrivilegeSetColumn); t.Columns(column, i) {
				c.texts(column.Name())
				c.count(column.PrivsLength())
			}
		})
	})
	c.each(d.RoutinesLength(), func(i int) {
		if r := new(serial.PrivilegeSetRoutine); d.Routines(r, i) {
			c.texts(r.Name())
			c.count(r.PrivsLength())
		}
	})
}
