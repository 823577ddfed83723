package perfschema

import "time"

// SetLatency sets the time by which the histograms, and so the quantiles, count the
// statement: for one whose answer begins long before it ends, as a stream of events, the
// time until then. TIMER_WAIT and the sums of it are of the whole statement all the same. A
// latency that is longer than the statement is the statement's time.
func (h Statement) SetLatency(d time.Duration) {
	if st := h.running(); st != nil {
		st.latency, st.delayed = uint64(max(d, 0)), st.id
	}
}
