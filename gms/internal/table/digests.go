package table

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

const digestTable = "events_statements_summary_by_digest"

// digestsKey is the key of a context that has digests.
type digestsKey struct{}

// WithDigests is a context whose statements find digests in the table of them, in place of
// those that there are.
func WithDigests(ctx context.Context, digests []record.DigestSummary) context.Context {
	if digests == nil {
		digests = []record.DigestSummary{}
	}
	return context.WithValue(ctx, digestsKey{}, digests)
}

// keptDigests has readers find the digests that their contexts have.
func keptDigests(of ReaderOf) ReaderOf {
	return func(ctx *sql.Context) view.Reader {
		r := of(ctx)
		if digests, ok := ctx.Value(digestsKey{}).([]record.DigestSummary); ok {
			r.Digests = digests
		}
		return r
	}
}
