package fusedjoin

import (
	"context"
	"io"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/index"
	"github.com/dolthub/dolt/go/store/prolly"
	"github.com/dolthub/dolt/go/store/val"

	"github.com/perfschema/perfschema/gms"
)

var someTuple = val.Tuple{1}

type oneRow struct{ given bool }

// Next implements prolly.MapIter.
func (o *oneRow) Next(context.Context) (val.Tuple, val.Tuple, error) {
	if o.given {
		return nil, nil, io.EOF
	}
	o.given = true
	return someTuple, someTuple, nil
}

type oneRowEach struct {
	index.SecondaryLookupIterGen
	rows oneRow
}

// New implements index.SecondaryLookupIterGen.
func (o *oneRowEach) New(context.Context, val.Tuple) (prolly.MapIter, error) {
	o.rows.given = false
	return &o.rows, nil
}

// What measures look-ups costs no allocation for each of them.
func TestLookupsAllocateNothing(t *testing.T) {
	ctx := context.Background()
	lookups := &meteredLookups{&oneRowEach{}, meteredRows{meter: &gms.FusedTable{}}}
	allocs := testing.AllocsPerRun(100, func() {
		rows, err := lookups.New(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		if k, _, err := rows.Next(ctx); k == nil || err != nil {
			t.Fatal(k, err)
		}
		if _, _, err := rows.Next(ctx); err != io.EOF {
			t.Fatal(err)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations a look-up", allocs)
	}
}
