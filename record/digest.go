package record

import "time"

// DigestSummary is a row of events_statements_summary_by_digest. The catch-all
// of statements that found no room has CatchAll set and neither schema nor
// digest.
type DigestSummary struct {
	Schema, DigestHex, DigestText string
	CatchAll                      bool
	Stat                          StatementStat
	FirstSeen, LastSeen           time.Time
	SampleText                    string
	SampleSeen                    time.Time
	SampleWait                    uint64
}
