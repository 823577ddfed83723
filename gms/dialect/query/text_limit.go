package query

import (
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// MySQL's limits of what one statement may list, but for columns and tables.
const (
	maxKeys              = 64
	errTooManyKeys       = 1069
	maxPartitions        = 8192
	errTooManyPartitions = 1499
	// maxConstraints is of CHECKs and FOREIGN KEYs, for which MySQL has no limit.
	maxConstraints = column.MaxTableColumns
	// maxWindows is how many a query may name, each of which may extend another.
	maxWindows            = 1000
	errNotSupported       = 1235
	shortestThatIsCounted = 4096
)

// TooMany is the error of a statement that lists more than may be; what a query lists is
// counted in long texts. To plan it takes a time that grows with the square of their number, and nothing ends a
// statement meanwhile.
func TooMany(stmt sqlparser.Statement, text string) (err error) {
	if explain, ok := stmt.(*sqlparser.Explain); ok {
		stmt = explain.Statement
	}
	switch n := stmt.(type) {
	case *sqlparser.DDL:
		err = tooManyParts(n.TableSpec)
	case *sqlparser.AlterTable:
		err = tooManyAdded(n.Statements)
	}
	if err == nil && stmt != nil && expandsTooMuch(stmt, text) {
		err = TooManyTables()
	}
	if err != nil || stmt == nil || len(text) < shortestThatIsCounted {
		return err
	}
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case sqlparser.Values: // there may be any number of rows
			return false, nil
		case sqlparser.TableExprs:
			if err == nil && named(n) > maxJoinTables {
				err = TooManyTables()
			}
		case *sqlparser.Select:
			if err == nil && (len(n.SelectExprs) > column.MaxColumns || len(n.GroupBy) > column.MaxColumns || len(n.OrderBy) > column.MaxColumns) {
				err = column.TooManyColumns()
			}
			if err == nil && len(n.Window) > maxWindows {
				err = notSupported("more than %d named windows of a query", maxWindows)
			}
		}
		return err == nil, nil
	}, stmt)
	return err
}

// tooManyParts counts what a table is made of.
func tooManyParts(spec *sqlparser.TableSpec) error {
	switch {
	case spec == nil:
	case len(spec.Columns) > column.MaxTableColumns:
		return column.TooManyColumns()
	case len(spec.Indexes) > maxKeys:
		return tooManyKeys()
	case len(spec.Constraints) > maxConstraints:
		return tooManyConstraints()
	case spec.PartitionOpt != nil && len(spec.PartitionOpt.Definitions) > maxPartitions:
		return mysql.NewSQLError(errTooManyPartitions, sqlerr.StateGeneral, "Too many partitions (including subpartitions) were defined")
	}
	return nil
}

// tooManyAdded counts what an ALTER TABLE adds.
func tooManyAdded(changes []*sqlparser.DDL) error {
	columns, keys, constraints := 0, 0, 0
	for _, c := range changes {
		switch {
		case c.ColumnAction == sqlparser.AddStr:
			columns++
		case c.IndexSpec != nil && c.IndexSpec.Action == sqlparser.CreateStr:
			keys++
		case c.ConstraintAction == sqlparser.AddStr && c.TableSpec != nil:
			constraints += len(c.TableSpec.Constraints)
		}
	}
	switch {
	case columns > column.MaxTableColumns:
		return column.TooManyColumns()
	case keys > maxKeys:
		return tooManyKeys()
	case constraints > maxConstraints:
		return tooManyConstraints()
	}
	return nil
}

func tooManyConstraints() error {
	return notSupported("more than %d constraints of a table", maxConstraints)
}

func notSupported(what string, n int) error {
	return mysql.NewSQLError(errNotSupported, sqlerr.StateAccess, "This version of MySQL doesn't yet support '"+what+"'", n)
}

func tooManyKeys() error {
	return mysql.NewSQLError(errTooManyKeys, sqlerr.StateAccess, "Too many keys specified; max %d keys allowed", maxKeys)
}

// named is how many tables stand in a FROM, as far as they are too many.
func named(list sqlparser.TableExprs) (tables int) {
	for open := append(sqlparser.TableExprs(nil), list...); len(open) > 0 && tables <= maxJoinTables; {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		switch t := last.(type) {
		case *sqlparser.JoinTableExpr:
			open = append(open, t.LeftExpr, t.RightExpr)
		case *sqlparser.ParenTableExpr:
			open = append(open, t.Exprs...)
		default:
			tables++
		}
	}
	return tables
}
