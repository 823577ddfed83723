package serverfile

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// Check refuses a node that would read or write a file of the server's machine where
// it may not. The engine's own check lets by what lies beside the directory and begins
// with its name, and tells of any directory whether it is there.
func Check(n sql.Node) error {
	switch n := n.(type) {
	case *plan.Into:
		switch {
		case n.Outfile != "":
			return Allowed(n.Outfile)
		case n.Dumpfile != "":
			return Allowed(n.Dumpfile)
		}
	case *plan.LoadData:
		if n.Local {
			return nil
		}
		if err := Allowed(n.File); err != nil {
			return err
		}
		return Readable(n.File)
	}
	return nil
}
