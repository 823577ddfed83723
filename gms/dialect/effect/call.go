package effect

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// What procedures of the storage's do is what they say of themselves, that they only read
// or not; but for these of Dolt's, which say that they read. USE `database/branch` is how
// to read another branch where nothing may be changed.
const (
	checkoutProcedure = "dolt_checkout" // makes branches, and sets tables back
	backupProcedure   = "dolt_backup"   // makes databases, and keeps the addresses of backups
	garbageProcedure  = "dolt_gc"       // writes the files anew
)

// callChanges says of a CALL that it must wait for the global read lock: it is of a
// procedure of the storage's that changes something, were it the files alone.
func callChanges(n *plan.Call) bool {
	if n.Procedure == nil || n.Procedure.ExternalProc == nil {
		return false // what is in its body is asked for itself
	}
	switch strings.ToLower(n.Name) {
	case checkoutProcedure, backupProcedure, garbageProcedure:
		return true
	}
	return !n.IsReadOnly()
}

// CollectsGarbage reports whether a CALL is of the storage's procedure that writes its files anew.
func CollectsGarbage(n *plan.Call) bool { return strings.EqualFold(n.Name, garbageProcedure) }

// KeepsData says of a node for which changesData holds that it leaves databases, tables
// and branches as they are, so that read_only does not concern it.
func KeepsData(ctx *sql.Context, n sql.Node) bool {
	call, ok := n.(*plan.Call)
	if !ok {
		return false
	}
	switch strings.ToLower(call.Name) {
	case garbageProcedure:
		return true
	case backupProcedure:
		command := firstWord(ctx, call.Params)
		return strings.EqualFold(command, "sync") || strings.EqualFold(command, "sync-url")
	}
	return false
}

// firstWord is the first parameter of a CALL that is no option, empty where there is none.
func firstWord(ctx *sql.Context, params []sql.Expression) string {
	for _, p := range params {
		v, err := p.Eval(ctx, nil)
		word, ok := v.(string)
		if err != nil || !ok {
			return ""
		}
		if !strings.HasPrefix(word, "-") {
			return word
		}
	}
	return ""
}
