package sqltest_test

import (
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// If several sessions make a table, rename one or make a database at the same moment, by names that
// differ only in case, exactly one succeeds, and the row that it then inserts is there.
func TestSameNameAtOnce(t *testing.T) {
	rounds := racetest.Fewer(12)
	s := start(t)
	setup := open(t, dial(s))
	mustExec(t, setup, "CREATE DATABASE d")
	mustExec(t, setup, "CREATE TABLE d.other (n INT PRIMARY KEY AUTO_INCREMENT)")
	for way, c := range map[string]struct {
		before, make string // with the round and the session, and the name
		refused      uint16
	}{
		"create":      {make: "CREATE TABLE d.%[3]s (who INT)", refused: 1050},
		"create like": {make: "CREATE TABLE d.%[3]s LIKE d.model", refused: 1050},
		"rename":      {before: "CREATE TABLE d.rename_%[1]d_%[2]d (who INT)", make: "RENAME TABLE d.rename_%[1]d_%[2]d TO d.%[3]s", refused: 1050},
		"database":    {make: "CREATE DATABASE %[3]s", refused: 1007},
	} {
		t.Run(way, func(t *testing.T) {
			if way == "create like" {
				mustExec(t, setup, "CREATE TABLE d.model (who INT)")
			}
			variants := []string{"owner", "Owner", "OWNER", "oWNER"}
			for round := range rounds {
				var done atomic.Int64
				var running sync.WaitGroup
				begin := make(chan struct{})
				for i, variant := range variants {
					name := fmt.Sprintf("%s_%s_%d", variant, strings.ReplaceAll(way, " ", ""), round)
					db := open(t, dial(s))
					db.SetMaxOpenConns(1)
					if c.before != "" {
						mustExec(t, db, filled(c.before, round, i, name))
					}
					if i%2 == 1 { // in a transaction that has seen and changed something
						mustExec(t, db, "START TRANSACTION")
						mustExec(t, db, "INSERT INTO d.other VALUES ()")
					}
					running.Go(func() {
						<-begin
						_, err := db.Exec(filled(c.make, round, i, name))
						switch number := errorNumber(err); {
						case number == 0:
							done.Add(1)
							table := "d." + name
							var then []string
							if way == "database" {
								table = name + ".t"
								then = append(then, "CREATE TABLE "+table+" (who INT)")
							}
							for _, q := range append(then, fmt.Sprintf("INSERT INTO %s VALUES (%d)", table, i)) {
								if _, err := db.Exec(q); err != nil {
									t.Errorf("round %d, %s: %v", round, q, err)
								}
							}
						case number != c.refused:
							t.Errorf("round %d, %s: %v", round, name, err)
						}
						if _, err := db.Exec("COMMIT"); err != nil {
							t.Error(err)
						}
					})
				}
				close(begin)
				running.Wait()
				if n := done.Load(); n != 1 {
					t.Errorf("round %d: %d sessions were told that it is done", round, n)
				}
				rest := fmt.Sprintf("_%s_%d", strings.ReplaceAll(way, " ", ""), round)
				listed, table := "SHOW TABLES FROM d LIKE 'owner"+rest+"'", "d.owner"+rest
				if way == "database" {
					listed, table = "SHOW DATABASES LIKE 'owner"+rest+"'", "Owner"+rest+".t"
				}
				if names := texts(t, setup, listed); len(names) != 1 {
					t.Errorf("round %d: %v", round, names)
				}
				var rows int
				if err := setup.QueryRow("SELECT COUNT(*) FROM " + table).Scan(&rows); err != nil || rows != 1 {
					t.Errorf("round %d: %d rows, want that of who made it: %v", round, rows, err)
				}
			}
		})
	}
}

// filled is a statement with a round, a session and a name in it.
func filled(format string, round, session int, name string) string {
	return strings.NewReplacer("%[1]d", fmt.Sprint(round), "%[2]d", fmt.Sprint(session), "%[3]s", name).Replace(format)
}

func texts(t *testing.T, db *sql.DB, query string) (list []string) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// namedRows is what a table of a model has: its name as stored, and its rows.
type namedRows struct {
	name string
	rows []string
}

// However tables are made, renamed and dropped by names in any letter case, there is what a map by
// names in lower case has: no acknowledged row is lost, and none is in another table.
func TestNamesInAnyCase(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	db := open(t, dial(s))
	db.SetMaxOpenConns(1)
	for seed := range uint64(6) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			database := fmt.Sprintf("Names%d", seed)
			mustExec(t, db, "CREATE DATABASE "+database)
			mustExec(t, db, "USE "+strings.ToUpper(database))
			testNames(t, db, rand.New(rand.NewPCG(seed, 1)))
			mustExec(t, db, "DROP DATABASE "+strings.ToLower(database))
		})
	}
}

func testNames(t *testing.T, db *sql.DB, random *rand.Rand) {
	const steps = 250
	model := make(map[string]*namedRows)
	anyName := func() string {
		name := []byte([]string{"owner", "dog", "cat"}[random.IntN(3)])
		for i := range name {
			if random.IntN(2) == 0 {
				name[i] -= 'a' - 'A'
			}
		}
		return string(name)
	}
	do := func(want uint16, query string) bool {
		_, err := db.Exec(query)
		if number := errorNumber(err); number != want {
			t.Fatalf("%s: %v, want error %d; the model has %v", query, err, want, slices.Collect(maps.Keys(model)))
		}
		return want == 0
	}
	for step := range steps {
		name, other := anyName(), anyName()
		key, otherKey := strings.ToLower(name), strings.ToLower(other)
		at, there := model[key]
		switch random.IntN(9) {
		case 0, 1:
			want := uint16(0)
			if there {
				want = 1050
			}
			if do(want, "CREATE TABLE "+name+" (n INT)") {
				model[key] = &namedRows{name: name}
			}
		case 2:
			do(0, "CREATE TABLE IF NOT EXISTS "+name+" (n INT)")
			if !there {
				model[key] = &namedRows{name: name}
			}
		case 3, 4, 5:
			want := uint16(1146)
			if there {
				want = 0
			}
			if do(want, fmt.Sprintf("INSERT INTO %s VALUES (%d)", name, step)) {
				at.rows = append(at.rows, fmt.Sprint(step))
			}
		case 6, 7:
			want, text := uint16(0), "RENAME TABLE "+name+" TO "+other
			if random.IntN(2) == 0 {
				text = "ALTER TABLE " + name + " RENAME TO " + other
			}
			switch taken := model[otherKey]; {
			case !there:
				want = 1146
			case taken != nil && (taken != at || at.name == other):
				want = 1050
			}
			if do(want, text) {
				delete(model, key)
				at.name = other
				model[otherKey] = at
			}
		case 8:
			want := uint16(1051)
			if there {
				want = 0
			}
			if do(want, "DROP TABLE "+name) {
				delete(model, key)
			}
		}
		var names []string
		for _, table := range model {
			names = append(names, table.name)
			if rows := texts(t, db, "SELECT n FROM "+strings.ToUpper(table.name)+" ORDER BY n"); !slices.Equal(rows, table.rows) {
				t.Fatalf("step %d: %s has %v, want %v", step, table.name, rows, table.rows)
			}
		}
		slices.Sort(names)
		listed := texts(t, db, "SHOW TABLES")
		slices.Sort(listed)
		if !slices.Equal(listed, names) {
			t.Fatalf("step %d: tables %v, want %v", step, listed, names)
		}
	}
}
