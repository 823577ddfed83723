package builtin

import (
	"context"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// JSON_TABLE() has NULL in a column of JSON where the engine has the document null: for a
// path that leads nowhere, and for a null that it leads to.

// sqlType is a type by a name that is not that of one of its methods.
type sqlType = sql.Type

// jsonTableValues has a column of JSON hold those.
type jsonTableValues struct{ sqlType }

// Convert implements sql.Type.
func (t jsonTableValues) Convert(ctx context.Context, v any) (any, sql.ConvertInRange, error) {
	if v == nil {
		return nil, sql.InRange, nil
	}
	doc, in, err := t.sqlType.Convert(ctx, v)
	if d, ok := doc.(types.JSONDocument); ok && d.Val == nil && err == nil {
		return nil, in, nil
	}
	return doc, in, err
}

// jsonTableMoments has a column of dates or times read the texts that MySQL takes for such.
type jsonTableMoments struct{ sqlType }

// Convert implements sql.Type.
func (t jsonTableMoments) Convert(ctx context.Context, v any) (any, sql.ConvertInRange, error) {
	whole := v
	if doc, ok := v.(types.JSONDocument); ok {
		whole = doc.Val
	}
	if text, ok := whole.(string); ok {
		if own, ok := ctx.(*sql.Context); ok {
			if taken, _, fault := MomentOfText(own, t.sqlType, text); taken != nil && fault == 0 {
				return taken, sql.InRange, nil
			}
		}
	}
	return t.sqlType.Convert(ctx, v)
}

// nullableDocuments are columns as they are filled.
func nullableDocuments(columns []plan.JSONTableCol) []plan.JSONTableCol {
	out := slices.Clone(columns)
	for i, c := range out {
		out[i].NestedCols = nullableDocuments(c.NestedCols)
		if c.Opts == nil {
			continue
		}
		with := *c.Opts
		switch {
		case types.IsJSON(c.Opts.Type):
			with.Type = jsonTableValues{with.Type}
		case TakesMoments(c.Opts.Type):
			with.Type = jsonTableMoments{with.Type}
		default:
			continue
		}
		out[i].Opts = &with
	}
	return out
}
