package dolt

import (
	"errors"

	"github.com/dolthub/go-mysql-server/sql/mysql_db/serial"
)

// maxPrivilege is the length of the name of a dynamic privilege in bytes. Accounts share these.
const maxPrivilege = 1 << 10

// checkAccounts returns an error if the accounts of a file are more than its bytes.
func checkAccounts(data []byte) (err error) {
	defer func() {
		if recover() != nil { // an offset leads out of the file
			err = errors.New("not a file of accounts")
		}
	}()
	c := &claims{left: len(data)}
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
	return c.err()
}

func (c *claims) user(at func(*serial.User, int) bool, i int) {
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
		c.shorter(maxPrivilege, set.GlobalDynamic(i))
	})
	c.each(set.DatabasesLength(), func(i int) {
		if d := new(serial.PrivilegeSetDatabase); set.Databases(d, i) {
			c.database(d)
		}
	})
}

func (c *claims) database(d *serial.PrivilegeSetDatabase) {
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
