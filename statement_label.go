package perfschema

import (
	"context"
	"runtime/pprof"

	"github.com/perfschema/perfschema/internal/digest"
	"github.com/perfschema/perfschema/internal/goroutine"
)

// Labels of Go's profiles.
const (
	labelDigest    = "digest"
	labelStatement = "statement"
	// labelLength is how many bytes of DIGEST_TEXT a label has at most.
	labelLength = 128
)

// PprofLabels are labels by which Go's own profiles are split; the zero value is none.
type PprofLabels struct{ labels goroutine.Labels }

// Set gives the running goroutine the labels, and those that it starts from here on. It
// returns the labels that it had, for who sets them again. Some nanoseconds.
func (l PprofLabels) Set() (before PprofLabels) { return PprofLabels{l.labels.Set()} }

// PprofLabels gives the labels of a statement that is expected to take 10 ms or more:
// "digest" is DIGEST, "statement" the first 128 bytes of DIGEST_TEXT, which has no
// literals, beside those that ctx has from [pprof.WithLabels]. long is false for others,
// which have none: what is expected is the mean of the last executions of the digest, so
// the first of them has none. Ask when the statement has its digest, and set the labels
// that were there again at its end. A few nanoseconds for a short statement, some
// microseconds and allocations for a long one.
func (h Statement) PprofLabels(ctx context.Context) (l PprofLabels, long bool) {
	st := h.running()
	if st == nil {
		return l, false
	}
	e := st.rec.entry
	if e == nil || e.detail.mean.Load() < detailTick {
		return l, false
	}
	text := digest.Text(e.tokens)
	if len(text) > labelLength {
		text = cutText(text, labelLength)
	}
	return PprofLabels{goroutine.LabelsOf(pprof.WithLabels(ctx, pprof.Labels(labelDigest, e.sum.String(), labelStatement, text)))}, true
}
