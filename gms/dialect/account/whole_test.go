package account

import (
	"errors"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// A change of accounts may run another within it: what fails takes back its own, and the
// outer one all.
func TestChangeWithinChange(t *testing.T) {
	db := mysql_db.CreateEmptyMySQLDb()
	ctx := sql.NewEmptyContext()
	put := func(name string) {
		editor := db.Editor()
		defer editor.Close()
		editor.PutUser(&mysql_db.User{User: name, Host: "%", PrivilegeSet: mysql_db.NewPrivilegeSet()})
	}
	has := func(name string) bool {
		reader := db.Reader()
		defer reader.Close()
		_, ok := reader.GetUser(mysql_db.UserPrimaryKey{User: name, Host: "%"})
		return ok
	}
	var c changes
	failure := errors.New("no")
	if err := c.whole(ctx, db, func() error {
		put("a")
		if err := c.whole(ctx, db, func() error { put("b"); return failure }); !errors.Is(err, failure) {
			t.Errorf("the inner change: %v", err)
		}
		return c.whole(ctx, db, func() error { put("c"); return nil })
	}); err != nil {
		t.Fatal(err)
	}
	if !has("a") || has("b") || !has("c") {
		t.Errorf("a %v, b %v, c %v", has("a"), has("b"), has("c"))
	}
	if err := c.whole(ctx, db, func() error {
		return errors.Join(c.whole(ctx, db, func() error { put("d"); return nil }), failure)
	}); !errors.Is(err, failure) || has("d") {
		t.Errorf("%v, d %v", err, has("d"))
	}
}
