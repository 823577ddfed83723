package rewrite

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
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
			if f := FeaturesOf(n, nil); f != (Features{}) {
				t.Errorf("a plan with a column %s is plain, and has %+v:\n%s", typ, f, n)
			}
		}
	}
	if plain < len(all) {
		t.Errorf("%d plans are plain", plain)
	}
	many := make([]sql.Expression, maxColumns+1)
	for i := range many {
		many[i] = expression.NewGetField(0, types.Int64, "i", false)
	}
	if IsPlain(plan.NewProject(many, plan.NewEmptyTableWithSchema(nil))) {
		t.Error("more columns than a result may have are plain")
	}
}
