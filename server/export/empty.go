package export

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// WhyEmpty says why a server had no profile for a filter, and what to do about
// it: an error in any case.
func WhyEmpty(ctx context.Context, db *sql.DB, f Filter) error {
	var on bool
	if err := db.QueryRowContext(ctx, "SELECT @@performance_schema").Scan(&on); err != nil {
		return err
	}
	if !on {
		return errors.New("there are no profiles: the server runs with performance_schema=OFF; start it with --performance-schema=ON")
	}
	if err := db.QueryRowContext(ctx, "SELECT @@profiling_sampler").Scan(&on); err != nil {
		return err
	}
	if !on {
		return errors.New("there are no profiles: the server runs with profiling_sampler=OFF; start it with --profiling-sampler=ON")
	}
	if f.Some() {
		var n int64
		if err := db.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+Table+" WHERE endTime IS NOT NULL").Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("no profile matches the options: the server has %d of queries that have ended, and --since, --until or --database leave out all of them", n)
		}
	}
	return errors.New("there are no profiles yet: " + Table + " is empty; run queries on the server, each that ends has a row there, up to profiling_max_query_profiles of them")
}
