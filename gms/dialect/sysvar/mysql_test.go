package sysvar

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	_ "github.com/dolthub/go-mysql-server/sql/variables"
)

// TestMySQLVariables declares them all, with the values they are listed with.
func TestMySQLVariables(t *testing.T) {
	InstallMySQL()
	if !slices.IsSortedFunc(mysqlVariables, func(a, b mysqlVariable) int { return strings.Compare(a.name, b.name) }) {
		t.Error("they are not sorted by name")
	}
	for _, v := range mysqlVariables {
		known, value, ok := sql.SystemVariables.GetGlobal(v.name)
		if !ok || known == nil {
			t.Errorf("%s is not declared", v.name)
			continue
		}
		want, _, _ := strings.Cut(v.value, "|")
		got := fmt.Sprint(SystemText(value))
		if got != want {
			t.Errorf("%s is %q, want %q", v.name, got, want)
		}
		if _, _, err := known.GetType().Convert(sql.NewEmptyContext(), value); err != nil {
			t.Errorf("%s refuses its own default: %v", v.name, err)
		}
	}
	if err := sql.SystemVariables.SetGlobal(sql.NewEmptyContext(), "innodb_lock_wait_timeout", int64(7)); err != nil {
		t.Error(err)
	}
	InstallMySQL()
	if _, value, _ := sql.SystemVariables.GetGlobal("innodb_lock_wait_timeout"); value != int64(7) {
		t.Errorf("to install again changed innodb_lock_wait_timeout to %v", value)
	}
	if OfMySQL("innodb_page_size") != true || OfMySQL("max_connections") {
		t.Error("OfMySQL")
	}
}
