package privilege

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

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
		if got := (Held{heldHere: heldHere{set: super}}).HasDynamic(name); got != bySuper {
			t.Errorf("by SUPER, %s: %v", name, got)
		}
		if !(Held{heldHere: heldHere{set: given}}).HasDynamic(name) || (Held{heldHere: heldHere{set: left}}).HasDynamic(name) != bySuper || !(Held{everything: true}).HasDynamic(name) || !Dynamic(name) {
			t.Errorf("%s is not among all", name)
		}
	}
	if (Held{heldHere: heldHere{set: super}}).Has(sql.PrivilegeType_Select) || Dynamic("NDB_STORED_USER") {
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
