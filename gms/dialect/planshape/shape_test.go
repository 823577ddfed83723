package planshape

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/step"
)

func TestOf(t *testing.T) {
	db := memory.NewDatabase("d")
	schema := sql.NewPrimaryKeySchema(sql.Schema{{Name: "i", Type: types.Int64, Source: "t"}})
	table := plan.NewResolvedTable(memory.NewTable(db, "t", schema, nil), db, nil)
	i := expression.NewGetField(0, types.Int64, "i", false)
	one := expression.NewLiteral(int64(1), types.Int64)
	columns := func(of ...sql.Expression) []sql.Expression { return of }
	where := func(e sql.Expression) sql.Node {
		return plan.NewProject(columns(i), plan.NewFilter(e, plan.NewTableAlias("a", table)))
	}
	for _, test := range []struct {
		name  string
		n     sql.Node
		want  Shape
		known bool
	}{
		{"a table", plan.NewProject(columns(i, expression.NewAlias("j", one)), table), 0, true},
		{"a row", where(expression.NewEquals(i, one)), Filters, true},
		{"a range", where(expression.NewBetween(i, one, one)), Filters, true},
		{"two conditions", where(expression.NewAnd(expression.NewLessThan(i, one), expression.NewIsNull(i))), Filters | Logic, true},
		{"not", where(expression.NewNot(expression.NewEquals(i, one))), Filters | Logic, true},
		{"a list", where(expression.NewInTuple(i, expression.NewTuple(one, one))), Filters | Tuples, true},
		{"a sum", plan.NewGroupBy(columns(aggregation.NewSum(i)), columns(i), table), Groups, true},
		{"sorted", plan.NewSort(sql.SortFields{{Column: i}}, table), Sorts, true},
		{"distinct", plan.NewDistinct(plan.NewProject(columns(i), table)), Distincts, true},
		{"limited", plan.NewLimit(one, plan.NewOffset(one, table)), Limits, true},
		{"counted", plan.NewProject(columns(expression.NewPlus(i, one)), table), Arithmetic, true},
		{"a join", plan.NewCrossJoin(table, table), 0, false},
		{"a union", plan.NewSetOp(plan.UnionType, table, table, false, nil, nil, nil), 0, false},
		{"a function", where(function.NewAbsVal(i)), 0, false},
		{"an aggregation of a function", plan.NewGroupBy(columns(aggregation.NewSum(function.NewAbsVal(i))), nil, table), 0, false},
		{"an order by a function", plan.NewSort(sql.SortFields{{Column: function.NewAbsVal(i)}}, table), 0, false},
		{"a subquery", where(plan.NewInSubquery(i, plan.NewSubquery(table, "t"))), 0, false},
		{"a derived table", plan.NewSubqueryAlias("a", "t", table), 0, false},
		{"a definition", plan.NewDropTable(nil, false), 0, false},
		{"a change", plan.NewDeleteFrom(table, nil, false), 0, false},
		{"nothing", nil, 0, false},
	} {
		s, known := Of(test.n)
		if known != test.known || known && s != test.want {
			t.Errorf("%s: shape %b, %v, want %b, %v", test.name, s, known, test.want, test.known)
		}
	}
	plain := where(expression.NewEquals(i, one))
	if n := testing.AllocsPerRun(100, func() { Of(plain) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestMark(t *testing.T) {
	if _, _, known := marked(&sql.QueryFlags{}); known {
		t.Error("a statement that was not marked has a shape")
	}
	for i := range 1 << step.ShapeFlags {
		for _, plain := range []bool{false, true} {
			flags := &sql.QueryFlags{}
			flags.Set(sql.QFlagAnalyzeProcedure) // the engine's last
			Mark(flags, Shape(i), plain)
			s, gotPlain, known := marked(flags)
			if s != Shape(i) || gotPlain != plain || !known || !flags.IsSet(sql.QFlagAnalyzeProcedure) {
				t.Fatalf("%b, %v: %b, %v, %v", i, plain, s, gotPlain, known)
			}
		}
	}
}
