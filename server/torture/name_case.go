package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-sql-driver/mysql"
)

// nameCase kills a server again and again while clients make, rename and drop tables and databases
// whose names differ in case. Such names are one name: the second table is refused, every statement
// finds the first one, and what was acknowledged is there afterwards under the name that it has.
var nameCase = kind{"name-case", func(t *trial) error {
	dir := filepath.Join(t.dir, "data")
	owners := make([]*nameOwner, 4)
	for i := range owners {
		owners[i] = &nameOwner{rand: t.fork(uint64(i)).rand, database: fmt.Sprintf("Names%d", i)}
	}
	race := &nameRace{}
	if err := t.sound(dir, func(db *sql.DB) error { return run(db, "CREATE DATABASE race") }); err != nil {
		return err
	}
	kills := 0
	for ; kills == 0 || !t.over(); kills++ {
		after := time.Duration(t.rand.Int64N(int64(700 * time.Millisecond)))
		log, err := t.killedNaming(dir, after, owners, race)
		if err != nil {
			return err
		}
		err = t.sound(dir, func(db *sql.DB) error {
			errs := []error{race.check(db)}
			for _, o := range owners {
				errs = append(errs, o.check(db))
			}
			return errors.Join(errs...)
		})
		if err != nil {
			return fmt.Errorf("after kill %d, %v after the start: %w; the killed server's log:%s", kills+1, after, err, indented(log))
		}
	}
	done := 0
	for _, o := range owners {
		done += o.done
	}
	t.logf("%d kills, %d statements answered, %d names that two wanted", kills, done, race.all)
	return nil
}}

// killedNaming runs a server whose clients make names, and kills it after a time.
func (t *trial) killedNaming(dir string, after time.Duration, owners []*nameOwner, race *nameRace) (log string, err error) {
	p, err := t.start(dir)
	if err != nil {
		return "", err
	}
	db, err := p.open()
	if err != nil {
		p.kill()
		return "", err
	}
	ctx, cancel := context.WithCancel(t.ctx)
	defer cancel()
	var clients sync.WaitGroup
	for _, o := range owners {
		clients.Go(func() {
			for ctx.Err() == nil && o.step(ctx, db) {
			}
		})
	}
	clients.Go(func() {
		for ctx.Err() == nil && race.step(ctx, db) {
		}
	})
	time.Sleep(after) // the moment of the kill is the torture
	p.kill()
	cancel()
	clients.Wait()
	_ = db.Close()
	return p.log.String(), p.quiet()
}

// nameOwner is a client that alone uses its database and the tables in it.
type nameOwner struct {
	rand     *rand.Rand
	database string
	names    naming
	// unanswered is what there is if the last statement, which got no answer, was carried out.
	unanswered *naming
	done       int
	wrong      error
}

// naming is what there is of an owner's names.
type naming struct {
	database string                // as it was made; empty if it is not there
	tables   map[string]namedTable // by their names in lower case
}

type namedTable struct {
	name string // as it was made
	rows int
}

func (n naming) String() string { return fmt.Sprintf("database %q with %v", n.database, n.tables) }

func (n naming) equal(m naming) bool {
	return n.database == m.database && maps.Equal(n.tables, m.tables)
}

// spell gives a name in letters of any case.
func (o *nameOwner) spell(name string) string {
	letters := []byte(strings.ToLower(name))
	for i := range letters {
		if o.rand.IntN(2) == 0 {
			letters[i] = strings.ToUpper(string(letters[i]))[0]
		}
	}
	return string(letters)
}

// next draws a statement, the number of the error that it ends in, and what there is if it succeeds.
func (o *nameOwner) next() (statement string, want uint16, after naming) {
	after = naming{o.names.database, maps.Clone(o.names.tables)}
	database := o.spell(o.database)
	if after.database == "" || o.rand.IntN(30) == 0 {
		if after.database == "" {
			after = naming{database, map[string]namedTable{}}
			return "CREATE DATABASE " + database, 0, after
		}
		if o.rand.IntN(2) == 0 {
			return "CREATE DATABASE " + database, 1007, after
		}
		return "DROP DATABASE " + database, 0, naming{}
	}
	name, other := o.spell([]string{"owner", "pet", "visit"}[o.rand.IntN(3)]), o.spell([]string{"owner", "pet", "visit"}[o.rand.IntN(3)])
	key, to := strings.ToLower(name), strings.ToLower(other)
	table, there := after.tables[key]
	path := database + "." + name
	switch o.rand.IntN(6) {
	case 0, 1:
		if statement = "CREATE TABLE " + path + " (id INT PRIMARY KEY AUTO_INCREMENT)"; there {
			return statement, 1050, after
		}
		after.tables[key] = namedTable{name: name}
		return statement, 0, after
	case 2:
		statement = "RENAME TABLE " + path + " TO " + database + "." + other
		_, taken := after.tables[to]
		switch {
		case !there:
			return statement, 1146, after
		case taken && (to != key || other == table.name):
			return statement, 1050, after
		}
		delete(after.tables, key)
		after.tables[to] = namedTable{other, table.rows}
		return statement, 0, after
	case 3:
		if statement = "DROP TABLE " + path; !there {
			return statement, 1051, after
		}
		delete(after.tables, key)
		return statement, 0, after
	default:
		if statement = "INSERT INTO " + path + " VALUES ()"; !there {
			return statement, 1146, after
		}
		table.rows++
		after.tables[key] = table
		return statement, 0, after
	}
}

// step runs a statement. It returns false if the server is gone, or has answered what it must not.
func (o *nameOwner) step(ctx context.Context, db *sql.DB) bool {
	statement, want, after := o.next()
	_, err := db.ExecContext(ctx, statement)
	var refused *mysql.MySQLError
	switch {
	case err == nil && want == 0:
		o.names = after
	case errors.As(err, &refused) && refused.Number == want:
	case err != nil && refused == nil: // no answer
		if want == 0 {
			o.unanswered = &after
		}
		return false
	default:
		o.wrong = fmt.Errorf("%s: %w, want error %d; there was %v", statement, errOr(err), want, o.names)
		return false
	}
	o.done++
	return true
}

func errOr(err error) error {
	if err == nil {
		return errNoError
	}
	return err
}

// check compares what there is with what was acknowledged.
func (o *nameOwner) check(db *sql.DB) error {
	if o.wrong != nil {
		return o.wrong
	}
	found, err := namesIn(db, o.database)
	if err != nil {
		return err
	}
	if !found.equal(o.names) && (o.unanswered == nil || !found.equal(*o.unanswered)) {
		return fmt.Errorf("there is %v, want %v, or %v", found, o.names, o.unanswered)
	}
	o.names, o.unanswered = found, nil
	return nil
}

// namesIn reads what there is of a database of a name in any case.
func namesIn(db *sql.DB, database string) (found naming, err error) {
	databases, err := column(db, "SHOW DATABASES")
	if err != nil {
		return found, err
	}
	for _, name := range databases {
		if strings.EqualFold(name, database) {
			if found.database != "" {
				return found, fmt.Errorf("there are databases %s and %s", found.database, name)
			}
			found = naming{name, map[string]namedTable{}}
		}
	}
	if found.database == "" {
		return found, nil
	}
	tables, err := column(db, "SHOW TABLES FROM "+found.database)
	if err != nil {
		return found, err
	}
	for _, name := range tables {
		table := namedTable{name: name}
		if err := db.QueryRow("SELECT COUNT(*) FROM " + found.database + "." + name).Scan(&table.rows); err != nil {
			return found, fmt.Errorf("rows of %s: %w", name, err)
		}
		key := strings.ToLower(name)
		if first, twice := found.tables[key]; twice {
			return found, fmt.Errorf("there are tables %s and %s", first.name, name)
		}
		found.tables[key] = table
	}
	return found, nil
}

// column reads a column of names.
func column(db *sql.DB, query string) (names []string, err error) {
	rows, err := db.Query(query)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, fmt.Errorf("%s: %w", query, err)
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// nameRace has two clients make the same name in two cases at once, again and again.
type nameRace struct {
	names []contested // since the last check
	all   int
	wrong error
}

// contested is what two clients were told of a name: which of its spellings was made.
type contested struct {
	spelling [2]string
	made     [2]bool
	refused  [2]bool
}

func (r *nameRace) step(ctx context.Context, db *sql.DB) bool {
	r.all++
	c := contested{spelling: [2]string{fmt.Sprintf("Wanted%d", r.all), fmt.Sprintf("wANTED%d", r.all)}}
	var errs [2]error
	var both sync.WaitGroup
	for i, name := range c.spelling {
		both.Go(func() {
			_, errs[i] = db.ExecContext(ctx, "CREATE TABLE race."+name+" AS SELECT 1 AS x")
		})
	}
	both.Wait()
	answered := true
	for i, err := range errs {
		var refused *mysql.MySQLError
		switch {
		case err == nil:
			c.made[i] = true
		case errors.As(err, &refused) && slices.Contains([]uint16{1050, 1205, 1213}, refused.Number):
			c.refused[i] = true
		case refused != nil:
			r.wrong = fmt.Errorf("CREATE TABLE %s: %w", c.spelling[i], err)
			return false
		default:
			answered = false
		}
	}
	r.names = append(r.names, c)
	return answered
}

// check compares what there is with what the clients were told, and drops it.
func (r *nameRace) check(db *sql.DB) error {
	if r.wrong != nil {
		return r.wrong
	}
	found, err := namesIn(db, "race")
	if err != nil {
		return err
	}
	for _, c := range r.names {
		table, there := found.tables[strings.ToLower(c.spelling[0])]
		switch {
		case c.made[0] && c.made[1]:
			return fmt.Errorf("both %s and %s were made", c.spelling[0], c.spelling[1])
		case there && table.rows != 1:
			return fmt.Errorf("%s has %d rows", table.name, table.rows)
		}
		for i := range c.made {
			if c.made[i] && table.name != c.spelling[i] || c.refused[i] && table.name == c.spelling[i] {
				return fmt.Errorf("there is %q of %+v", table.name, c)
			}
		}
		if there {
			if err := run(db, "DROP TABLE race."+strings.ToUpper(table.name)); err != nil {
				return err
			}
		}
	}
	r.names = nil
	return nil
}
