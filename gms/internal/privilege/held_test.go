package privilege

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// A procedure does no more than its author may, and no more than who calls it may.
func TestHeldWithin(t *testing.T) {
	caller, author := mysql_db.NewPrivilegeSet(), mysql_db.NewPrivilegeSet()
	caller.AddTable("shop", "item", sql.PrivilegeType_Select)
	caller.AddDatabase("vault", sql.PrivilegeType_Select)
	author.AddDatabase("shop", sql.PrivilegeType_Select, sql.PrivilegeType_Insert)
	h := Held{set: caller, within: &Held{set: author}}
	for _, test := range []struct {
		database, table string
		p               sql.PrivilegeType
		want            bool
	}{
		{"shop", "item", sql.PrivilegeType_Select, true},
		{"shop", "item", sql.PrivilegeType_Insert, false},  // the caller may not
		{"shop", "other", sql.PrivilegeType_Select, false}, // nor this
		{"vault", "item", sql.PrivilegeType_Select, false}, // the author may not
	} {
		if got := h.onTable(test.database, test.table, test.p); got != test.want {
			t.Errorf("%v on %s.%s: %v", test.p, test.database, test.table, got)
		}
	}
	if h.seesDatabase("vault") || !h.seesDatabase("shop") || h.Has(sql.PrivilegeType_Select) {
		t.Error("more is seen than both may")
	}
}

// SUPER stands for the privileges that were split from it, and for nothing else; GRANT ALL for
// all, but of whom one has been revoked.
func TestHeldDynamic(t *testing.T) {
	super, all := mysql_db.NewPrivilegeSet(), mysql_db.NewPrivilegeSet()
	super.AddGlobalStatic(sql.PrivilegeType_Super)
	all.AddGlobalStatic(everyStatic...)
	attributes := "{}"
	account := &mysql_db.User{PrivilegeSet: all, Attributes: &attributes}
	var r Rights
	given := r.itself(account)
	r.ReadRules(func(*mysql_db.User) Rules { return Rules{ExplicitDynamic: true} })
	left := r.itself(account)
	for name, bySuper := range map[string]bool{ConnectionAdmin: true, "connection_admin": true, "FLUSH_TABLES": false, "SYSTEM_USER": false} {
		if got := (Held{set: super}).HasDynamic(name); got != bySuper {
			t.Errorf("by SUPER, %s: %v", name, got)
		}
		if !(Held{set: given}).HasDynamic(name) || (Held{set: left}).HasDynamic(name) != bySuper || !(Held{everything: true}).HasDynamic(name) || !Dynamic(name) {
			t.Errorf("%s is not among all", name)
		}
	}
	if (Held{set: super}).Has(sql.PrivilegeType_Select) || Dynamic("NDB_STORED_USER") {
		t.Error("SUPER is everything")
	}
}

func TestDatabaseOfVariable(t *testing.T) {
	for name, want := range map[string]string{
		"shop_head": "shop", "shop_head_ref": "shop", "shop/branch_working": "shop", "_head": "", "sql_mode": "",
	} {
		if got := DatabaseOfVariable(name); got != want {
			t.Errorf("%s is of %q", name, got)
		}
	}
}
