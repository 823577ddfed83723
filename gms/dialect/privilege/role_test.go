package privilege

import (
	"slices"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// A role has what its roles have, an account what its own roles have that are active, and a
// loop, which GRANT refuses and a file of accounts may have, ends.
func TestWithin(t *testing.T) {
	db := mysql_db.CreateEmptyMySQLDb()
	db.SetPersister(&mysql_db.NoopPersister{})
	key := func(name string) mysql_db.UserPrimaryKey { return mysql_db.UserPrimaryKey{User: name, Host: "%"} }
	editor := db.Editor()
	for _, name := range []string{"ann", "clerk", "teller", "keeper", "loop"} {
		set := mysql_db.NewPrivilegeSet()
		set.AddTable("shop", name, sql.PrivilegeType_Select)
		editor.PutUser(&mysql_db.User{User: name, Host: "%", PrivilegeSet: set})
	}
	for _, e := range [][2]string{{"clerk", "ann"}, {"teller", "clerk"}, {"keeper", "ann"}, {"loop", "keeper"}, {"keeper", "loop"}} {
		editor.PutRoleEdge(&mysql_db.RoleEdge{FromUser: e[0], FromHost: "%", ToUser: e[1], ToHost: "%"})
	}
	editor.Close()
	reader := db.Reader()
	defer reader.Close()
	ann, _ := reader.GetUser(key("ann"))
	for _, test := range []struct {
		active []string
		want   []string
	}{
		{nil, []string{"ann"}},
		{[]string{"clerk"}, []string{"ann", "clerk", "teller"}},
		{[]string{"teller"}, []string{"ann"}}, // which is not its own
		{[]string{"nothing"}, []string{"ann"}},
		{[]string{"keeper"}, []string{"ann", "keeper", "loop"}},
		{[]string{"clerk", "keeper"}, []string{"ann", "clerk", "keeper", "loop", "teller"}},
	} {
		var active []mysql_db.UserPrimaryKey
		for _, name := range test.active {
			active = append(active, key(name))
		}
		var got []string
		for _, table := range new(Rights).WithRoles(reader, ann, active).Database("shop").GetTables() {
			if table.Has(sql.PrivilegeType_Select) {
				got = append(got, table.Name())
			}
		}
		if slices.Sort(got); !slices.Equal(got, test.want) {
			t.Errorf("with %q: %q, want %q", test.active, got, test.want)
		}
	}
	for _, test := range []struct {
		role, account string
		want          bool
	}{{"clerk", "clerk", true}, {"clerk", "teller", true}, {"teller", "clerk", false}, {"ann", "loop", true}, {"loop", "loop", true}, {"loop", "ann", false}} {
		if got := Reaches(reader, key(test.role), key(test.account)); got != test.want {
			t.Errorf("%s reaches %s: %v", test.role, test.account, got)
		}
	}
}

// Sessions take what has been worked out for them as long as nothing changes.
func TestActivateCostsNothing(t *testing.T) {
	db := mysql_db.CreateEmptyMySQLDb()
	db.SetPersister(&mysql_db.NoopPersister{})
	db.SetEnabled(true)
	editor := db.Editor()
	editor.PutUser(&mysql_db.User{User: "ann", Host: "%", PrivilegeSet: mysql_db.NewPrivilegeSet()})
	editor.Close()
	session := memory.NewSession(sql.NewBaseSessionWithClientServer("", sql.Client{User: "ann", Address: "%"}, 1), memory.NewDBProvider())
	ctx := sql.NewContext(t.Context(), sql.WithSession(session))
	r, roles := &Rights{version: rightsVersion(db)}, new(Roles)
	r.activate(ctx, db, roles)
	if a := roles.now.Load(); a == nil || a.account.User != "ann" || !a.first {
		t.Fatalf("activated %+v", a)
	}
	if n := testing.AllocsPerRun(100, func() { r.activate(ctx, db, roles) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	before := roles.now.Load()
	db.Editor().Close()
	if r.activate(ctx, db, roles); roles.now.Load() == before {
		t.Error("a change is not seen")
	}
	session.SetPrivilegeSet(nil, 0) // as the engine does
	before = roles.now.Load()
	if r.activate(ctx, db, roles); roles.now.Load() == before {
		t.Error("what the engine forgets is not worked out again")
	}
}
