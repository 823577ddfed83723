package rewrite

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// What is plain in one step has no features step by step, whatever its columns are.
func TestIsPlainHasNoFeatures(t *testing.T) {
	all := []sql.Type{
		types.Int8, types.Uint64, types.Float32, types.Float64, types.MustCreateDecimalType(10, 2), types.MustCreateBitType(4),
		types.Date, types.Datetime, types.Timestamp, types.Time, types.Year, types.Text, types.LongBlob,
		types.MustCreateStringWithDefaults(sqltypes.Char, 5), types.MustCreateBinary(sqltypes.VarBinary, 5),
		types.MustCreateEnumType([]string{"a"}, sql.Collation_Default), types.MustCreateSetType([]string{"a"}, sql.Collation_Default),
		types.JSON, types.GeometryType{}, types.PointType{}, types.LineStringType{}, types.PolygonType{}, types.MultiPointType{},
		types.MultiLineStringType{}, types.MultiPolygonType{}, types.GeomCollType{},
	}
	db := memory.NewDatabase("d")
	plain := 0
	for _, typ := range all {
		schema := sql.NewPrimaryKeySchema(sql.Schema{{Name: "i", Type: types.Int64, Source: "t"}, {Name: "v", Type: typ, Source: "t"}})
		table := plan.NewResolvedTable(memory.NewTable(db, "t", schema, nil), db, nil)
		i := expression.NewGetField(0, types.Int64, "i", false)
		v := expression.NewGetField(1, typ, "v", false)
		one := expression.NewLiteral(int64(1), types.Int64)
		for _, n := range []sql.Node{
			plan.NewProject([]sql.Expression{v}, table),
			plan.NewProject([]sql.Expression{v}, plan.NewFilter(expression.NewEquals(i, one), table)),
			plan.NewProject([]sql.Expression{v}, plan.NewFilter(expression.NewEquals(i, i), table)),
			plan.NewProject([]sql.Expression{v}, plan.NewFilter(expression.NewGreaterThan(i, one), table)),
			plan.NewProject([]sql.Expression{expression.NewMinus(i, one)}, table),
			plan.NewProject([]sql.Expression{v}, plan.NewTableAlias("a", table)),
			plan.NewProject([]sql.Expression{v}, plan.NewCrossJoin(table, table)),
			plan.NewFilter(expression.NewEquals(i, one), table),
		} {
			if !IsPlain(n) {
				continue
			}
			plain++
			if f := FeaturesOf(n, nil); f != 0 {
				t.Errorf("a plan with a column %s is plain, and has %+v:\n%s", typ, f, n)
			}
		}
	}
	if plain < len(all) {
		t.Errorf("%d plans are plain", plain)
	}
	many := make([]sql.Expression, column.MaxColumns+1)
	for i := range many {
		many[i] = expression.NewGetField(0, types.Int64, "i", false)
	}
	if IsPlain(plan.NewProject(many, plan.NewEmptyTableWithSchema(nil))) {
		t.Error("more columns than a result may have are plain")
	}
}

// Of a table of texts that are not told apart by their bytes the commonest statements are
// looked at no closer; what is compared otherwise than the engine does is.
func TestCollatedFeatures(t *testing.T) {
	ci := types.MustCreateString(sqltypes.VarChar, 20, sql.Collation_utf8mb4_0900_ai_ci)
	db := memory.NewDatabase("d")
	schema := sql.NewPrimaryKeySchema(sql.Schema{{Name: "i", Type: types.Int64, Source: "t"}, {Name: "a", Type: ci, Source: "t"}})
	table := plan.NewResolvedTable(memory.NewTable(db, "t", schema, nil), db, nil)
	i, a := expression.NewGetField(0, types.Int64, "i", false), expression.NewGetField(1, ci, "a", false)
	one, text := expression.NewLiteral(int64(1), types.Int64), expression.NewLiteral("x", ci)
	where := func(e sql.Expression) sql.Node {
		return plan.NewProject([]sql.Expression{a}, plan.NewFilter(e, table))
	}
	for _, test := range []struct {
		name string
		n    sql.Node
		want bool
	}{
		{"a range", where(expression.NewBetween(i, one, one)), false},
		{"a text", where(expression.NewEquals(a, text)), false},
		{"a text or a number", where(expression.NewOr(expression.NewEquals(a, text), expression.NewGreaterThan(i, one))), false},
		{"an order", plan.NewSort(sql.SortFields{{Column: a}}, where(expression.NewBetween(i, one, one))), false},
		{"a list of numbers", where(expression.NewInTuple(i, expression.NewTuple(one, one))), false},
		{"a list of texts", where(expression.NewInTuple(a, expression.NewTuple(text, text))), true},
		{"two columns", where(expression.NewEquals(a, a)), true},
		{"two columns of numbers", where(expression.NewEquals(i, i)), false},
		{"NULL-safe", where(expression.NewNullSafeEquals(a, text)), true},
		{"DISTINCT", plan.NewDistinct(where(expression.NewBetween(i, one, one))), true},
		{"a variable", where(expression.NewEquals(a, expression.NewUserVar("x"))), true},
	} {
		if got := FeaturesOf(test.n, nil); got.Has(step.Collated) != test.want {
			t.Errorf("%s: got %+v, want Collated %v", test.name, got, test.want)
		}
	}
}
