package memory

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/stats"

	"github.com/perfschema/perfschema/gms"
)

func TestBucketSize(t *testing.T) {
	b := &stats.Bucket{BoundVal: sql.Row{"0123456789", int64(1000)}, McvVals: []sql.Row{{"abc", int64(2000)}}, McvsCnt: []uint64{1}}
	least := 2*gms.RowSize(sql.Row{"abc", int64(1000)}) + 100
	if n := bucketSize(b); n < least || n > least+200 {
		t.Errorf("%d bytes, at least %d", n, least)
	}
}
