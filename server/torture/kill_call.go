package main

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// killAtCall kills a server when it is about to make its n-th change of a file,
// for every n, while it starts, works and stops: one of each scene, in random
// order, and then the others as long as there is time.
var killAtCall = kind{"kill-at-call", func(t *trial) error {
	if err := canTrace(); err != nil {
		return fmt.Errorf("%w: %w", errSkipped, err)
	}
	kills, rest := 0, []point{}
	for _, i := range t.rand.Perm(len(scenes)) {
		points, err := t.points(&scenes[i])
		if err != nil {
			return fmt.Errorf("%s, without a kill: %w", scenes[i].name, err)
		}
		if err := t.killAt(points[0]); err != nil {
			return err
		}
		kills, rest = kills+1, append(rest, points[1:]...)
		if t.over() {
			t.logf("%d kills in %d of %d scenes", kills, kills, len(scenes))
			return nil
		}
	}
	t.rand.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	for i, p := range rest {
		if t.over() {
			t.logf("%d kills, %d more changes to kill at", kills+i, len(rest)-i)
			return nil
		}
		if err := t.killAt(p); err != nil {
			return err
		}
	}
	t.logf("killed at all of %d changes", kills+len(rest))
	return nil
}}

// point is a change of a file at which the server of a scene is killed.
type point struct {
	scene *scene
	call  int64
}

func (t *trial) killAt(p point) error {
	if _, err := t.killedAt(p.scene, p.call); err != nil {
		return fmt.Errorf("%s, change %d: %w", p.scene.name, p.call, err)
	}
	return nil
}

// points are the changes that a scene makes when nobody kills the server, in
// random order.
func (t *trial) points(s *scene) ([]point, error) {
	if err := t.prepare(s); err != nil {
		return nil, err
	}
	calls, err := t.killedAt(s, 0)
	if err != nil {
		return nil, err
	}
	if calls == 0 {
		return nil, errors.New("nothing is changed")
	}
	t.logf("%s: %d changes", s.name, calls)
	points := make([]point, calls)
	for i, n := range t.rand.Perm(int(calls)) {
		points[i] = point{s, int64(n) + 1}
	}
	return points, nil
}

// scene is what a server does while it is killed.
type scene struct {
	name string
	// before are statements that make the data directory; without any the server
	// starts where there is none.
	before []string
	// killed says that the server which ran them was killed, and did not end.
	killed bool
	// starting counts the changes from the start of the process, not from when it
	// is ready.
	starting bool
	// steps are what is done.
	steps []step
	// stopping asks the server to end after the last step.
	stopping bool
}

// step is a statement and what a query gives before and after it.
type step struct {
	do      string
	query   string
	was, is string
}

const rowsOfShop = "SELECT CONCAT(COUNT(*), ':', COALESCE(SUM(id), 0), ':', COALESCE(SUM(LENGTH(v)), 0)) FROM shop.t"

var (
	shop = []string{
		"CREATE DATABASE shop", "CREATE TABLE shop.t (id INT PRIMARY KEY, v VARCHAR(500), KEY (v))",
		"INSERT INTO shop.t VALUES (1, REPEAT('a', 100)), (2, REPEAT('b', 100))", "USE shop; CALL dolt_commit('-Am', 'begun')",
		"INSERT INTO shop.t VALUES (3, REPEAT('c', 100))",
	}
	collected = append(shop[:len(shop):len(shop)], "USE shop; CALL dolt_gc()")

	scenes = []scene{
		{name: "first start", starting: true},
		{name: "start", before: shop, starting: true, steps: []step{{query: rowsOfShop, is: "3:6:300"}}},
		{name: "start after a kill", before: shop, killed: true, starting: true, steps: []step{{query: rowsOfShop, is: "3:6:300"}}},
		{name: "start after a collection", before: collected, starting: true, steps: []step{{query: rowsOfShop, is: "3:6:300"}}},
		{name: "stop", before: collected, steps: []step{
			{"INSERT INTO shop.t VALUES (4, REPEAT('d', 100))", rowsOfShop, "3:6:300", "4:10:400"},
		}, stopping: true},
		{name: "commit", before: shop, steps: []step{
			{"INSERT INTO shop.t VALUES (4, REPEAT('d', 100))", rowsOfShop, "3:6:300", "4:10:400"},
			{"UPDATE shop.t SET v = '' WHERE id = 1", rowsOfShop, "4:10:400", "4:10:300"},
			{"DELETE FROM shop.t WHERE id = 2", rowsOfShop, "4:10:300", "3:8:200"},
			{"USE shop; CALL dolt_commit('-Am', 'done')", "SELECT COUNT(*) FROM shop.dolt_log WHERE message = 'done'", "0", "1"},
		}},
		{name: "schema", before: shop, steps: []step{
			{"CREATE DATABASE two", "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = 'two'", "0", "1"},
			{"ALTER TABLE shop.t ADD COLUMN w INT DEFAULT 7", "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = 'shop' AND column_name = 'w'", "0", "1"},
			{"DROP DATABASE two", "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = 'two'", "1", "0"},
			{"TRUNCATE TABLE shop.t", rowsOfShop, "3:6:300", "0:0:0"},
		}},
		{name: "collection", before: shop, steps: []step{
			{"USE shop; CALL dolt_gc()", rowsOfShop, "3:6:300", "3:6:300"},
			{"INSERT INTO shop.t VALUES (4, REPEAT('d', 100))", rowsOfShop, "3:6:300", "4:10:400"},
			{"USE shop; CALL dolt_gc()", rowsOfShop, "4:10:400", "4:10:400"},
			{"USE shop; CALL dolt_gc('--full')", rowsOfShop, "4:10:400", "4:10:400"},
			{"INSERT INTO shop.t VALUES (5, REPEAT('e', 100))", rowsOfShop, "4:10:400", "5:15:500"},
		}},
		{name: "archive", before: collected, steps: []step{
			{"USE shop; CALL dolt_gc('--archive-level', '1', '--full')", rowsOfShop, "3:6:300", "3:6:300"},
			{"INSERT INTO shop.t VALUES (4, REPEAT('d', 100))", rowsOfShop, "3:6:300", "4:10:400"},
		}},
		{name: "variables", before: shop, steps: []step{
			{"SET PERSIST max_connections = 77", "SELECT @@GLOBAL.max_connections", "151", "77"},
			{"SET PERSIST profiling_history_size = 33", "SELECT @@GLOBAL.profiling_history_size", "15", "33"},
			{"SET PERSIST max_connections = 88", "SELECT @@GLOBAL.max_connections", "77", "88"},
		}},
		{name: "accounts", before: append(shop[:len(shop):len(shop)], "CREATE USER bob"), steps: []step{
			{"CREATE USER ann IDENTIFIED BY 'secret'", "SELECT COUNT(*) FROM mysql.user WHERE user = 'ann'", "0", "1"},
			{"GRANT SELECT ON shop.* TO ann", "SELECT COUNT(*) FROM mysql.db WHERE user = 'ann'", "0", "1"},
			{"INSERT INTO shop.dolt_branch_control VALUES ('%', 'other', 'ann', '%', 'admin')", "SELECT COUNT(*) FROM shop.dolt_branch_control WHERE user = 'ann'", "0", "1"},
			{"DROP USER bob", "SELECT COUNT(*) FROM mysql.user WHERE user = 'bob'", "1", "0"},
		}},
	}
)

func (t *trial) template(s *scene) string { return filepath.Join(t.dir, s.name+" template") }

// prepare makes the data directory in which a scene begins.
func (t *trial) prepare(s *scene) error {
	if s.before == nil {
		return nil
	}
	p, err := t.start(t.template(s))
	if err != nil {
		return err
	}
	err = p.with(func(db *sql.DB) error {
		for _, q := range s.before {
			if err := run(db, q); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || s.killed {
		p.kill()
		return err
	}
	return p.stop()
}

// killedAt runs a scene, kills the server at a change, or not with 0, and looks
// whether all is there afterwards. It gives the number of changes that were made.
func (t *trial) killedAt(s *scene, call int64) (changes int64, err error) {
	dir := filepath.Join(t.dir, "data")
	if err := os.RemoveAll(dir); err != nil {
		return 0, err
	}
	if s.before != nil {
		if err := copyTree(dir, t.template(s)); err != nil {
			return 0, err
		}
	}
	tr := &tracer{at: call}
	done, log, err := t.play(s, dir, tr)
	if err != nil {
		return 0, err
	}
	killed, _ := tr.last.Load().(string)
	if call > 0 && killed == "" {
		killed = "no kill, as it made fewer"
	}
	if err := t.sound(dir, func(db *sql.DB) error { return s.check(db, done) }); err != nil {
		return 0, fmt.Errorf("(%s, %d steps done) %w; the killed server's log:%s", killed, done, err, indented(log))
	}
	return tr.counted.Load(), nil
}

// play runs a scene until the tracer kills the server or it is over, and gives
// the number of steps that were acknowledged.
func (t *trial) play(s *scene, dir string, tr *tracer) (done int, log string, err error) {
	tr.counts.Store(s.starting)
	p, err := t.traced(dir, tr)
	if p == nil {
		return 0, "", err
	}
	if err != nil {
		if tr.last.Load() == nil {
			return 0, "", err
		}
		return 0, p.log.String(), nil
	}
	tr.counts.Store(!s.starting && !s.stopping)
	err = p.with(func(db *sql.DB) error {
		for _, step := range s.steps {
			if step.do == "" {
				continue
			}
			if err := run(db, step.do); err != nil {
				if tr.last.Load() == nil {
					return err
				}
				return nil
			}
			done++
		}
		return nil
	})
	if err != nil {
		p.kill()
		return 0, "", err
	}
	tr.counts.Store(s.stopping)
	_ = syscall.Kill(p.pid, syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(startTimeout):
		p.kill()
		return 0, "", errors.New("the server did not end")
	}
	return done, p.log.String(), p.quiet()
}

// check compares what queries give with what the steps that were done make of it;
// the step after them may be done or not.
func (s *scene) check(db *sql.DB, done int) error {
	type answer struct{ now, maybe string }
	want := map[string]answer{}
	for i, step := range s.steps {
		switch {
		case i < done || step.do == "":
			want[step.query] = answer{step.is, step.is}
		case i == done:
			want[step.query] = answer{step.was, step.is}
		default:
			if _, ok := want[step.query]; !ok {
				want[step.query] = answer{step.was, step.was}
			}
		}
	}
	var failed error
	for query, answer := range want {
		var got string
		if err := db.QueryRow(query).Scan(&got); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", query, err))
		} else if got != answer.now && got != answer.maybe {
			failed = errors.Join(failed, fmt.Errorf("%s gives %s, want %s or %s", query, got, answer.now, answer.maybe))
		}
	}
	return failed
}
