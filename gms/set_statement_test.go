package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// A SET of several variables, of which one cannot be set, changes none of them,
// wherever it stands in the list, recorded or not; and all values are those before it.
func TestSetIsWholeOrNothing(t *testing.T) {
	racetest.SkipAlone(t)
	for _, off := range []bool{false, true} {
		t.Run(fmt.Sprintf("off=%t", off), func(t *testing.T) { setIsWholeOrNothing(t, perfschema.Config{Off: off}) })
	}
}

func setIsWholeOrNothing(t *testing.T, cfg perfschema.Config) {
	s := startServer(t, cfg)
	c := s.connect(t, "root", "shop")
	const seen = "SELECT @a, @@max_join_size, @@global.max_connections, @@profiling_history_size, @@global.wait_timeout, @@sql_mode, @@collation_connection, @@character_set_connection"
	mustExec(t, c, "SET @a = 1, @@max_join_size = 1000, GLOBAL max_connections = 150, SESSION profiling_history_size = 16")
	defer mustExec(t, c, "SET GLOBAL max_connections = 151")
	before := fmt.Sprint(rows(t, c, seen))
	good := []string{"@a = 2", "SESSION max_join_size = 2000", "GLOBAL max_connections = 140", "profiling_history_size = 17", "GLOBAL wait_timeout = 77",
		"sql_mode = ''", "collation_connection = 'utf8mb4_bin'"}
	for _, r := range []struct {
		assignment string
		number     uint16
	}{
		{"sql_mode = 'wrong'", 1231}, {"sql_mode = CONCAT('wr', 'ong')", 1231}, {"time_zone = 'nowhere'", 1298}, {"collation_connection = 'nosuch'", 1273},
		{"character_set_connection = 'nosuch'", 1115}, {"GLOBAL max_connections = 'abc'", 1232}, {"profiling_history_size = 'x'", 1232}, {"GLOBAL profiling_scope = 'x'", 1231},
		{"GLOBAL profiling_memory_watch = 'nonsense'", 1231}, {"@b = (SELECT 1 UNION SELECT 2)", 1242}, {"GLOBAL log_output = 'x'", 1231}, {"GLOBAL version = 'x'", 1238}, {"GLOBAL performance_schema_max_digest_length = 7", 1238},
		{"SESSION max_connections = 7", 1229}, {"@@nosuch = 7", 1193},
	} {
		for _, g := range good {
			for _, list := range []string{g + ", " + r.assignment, r.assignment + ", " + g} {
				if number, _, message := errorOf(t, c, "SET "+list); number != r.number {
					t.Errorf("SET %s: %d %s, want %d", list, number, message, r.number)
				}
				if after := fmt.Sprint(rows(t, c, seen)); after != before {
					t.Fatalf("SET %s: %s, before %s", list, after, before)
				}
			}
		}
	}
	mustExec(t, c, "SET @a = 5, @b = @a, @c = @@max_join_size, max_join_size = 3000")
	if got := fmt.Sprint(rows(t, c, "SELECT @a, @b, @c, @@max_join_size")); got != "[[5 1 1000 3000]]" {
		t.Errorf("after SET @a = 5, @b = @a: %s", got)
	}
}
