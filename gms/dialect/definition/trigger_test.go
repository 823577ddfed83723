package definition

import (
	"context"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

func TestFollow(t *testing.T) {
	for _, c := range [][3]string{
		{"CREATE TRIGGER a BEFORE INSERT ON t FOR EACH ROW SET @a = 1", "b`c", "CREATE TRIGGER a BEFORE INSERT ON t FOR EACH ROW FOLLOWS `b``c` SET @a = 1"},
		{"create trigger `each row` after delete on x for each row precedes `p` begin end", "q", "create trigger `each row` after delete on x for each row FOLLOWS `q` begin end"},
		{"CREATE TRIGGER a BEFORE INSERT ON t FOR EACH ROW /* c */ FOLLOWS b SET @a = 1", "", "CREATE TRIGGER a BEFORE INSERT ON t FOR EACH ROW /* c */ SET @a = 1"},
	} {
		if got := Follow(c[0], c[1], false); got != c[2] {
			t.Errorf("%s follows %q: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

// Triggers run in the order in which they were made, and where they say.
func TestTriggersInOrder(t *testing.T) {
	at := func(second int64) time.Time { return time.Unix(second, 0) }
	for _, c := range []struct {
		want string
		made []sql.TriggerDefinition
	}{
		{"ba", []sql.TriggerDefinition{{Name: "a", CreateStatement: "", CreatedAt: at(2)}, {Name: "b", CreateStatement: "", CreatedAt: at(1)}}},
		{"cba", []sql.TriggerDefinition{{Name: "a", CreateStatement: "FOLLOWS b"}, {Name: "b"}, {Name: "c", CreateStatement: "PRECEDES b"}}},
		{"bdca", []sql.TriggerDefinition{{Name: "a", CreateStatement: "FOLLOWS b", CreatedAt: at(1)}, {Name: "b"}, {Name: "c", CreateStatement: "PRECEDES A", CreatedAt: at(2)}, {Name: "d", CreateStatement: "FOLLOWS b", CreatedAt: at(3)}}},
		{"cab", []sql.TriggerDefinition{{Name: "a"}, {Name: "b", CreateStatement: "FOLLOWS gone", CreatedAt: at(1)}, {Name: "c", CreateStatement: "PRECEDES gone", CreatedAt: at(2)}}},
	} {
		var all []Trigger
		for _, d := range c.made {
			d.CreateStatement = "CREATE TRIGGER " + d.Name + " BEFORE INSERT ON t FOR EACH ROW " + d.CreateStatement + " SET @a = 1"
			read, ok := readTrigger(sql.NewContext(context.Background()), d)
			if !ok {
				t.Fatal(d.CreateStatement)
			}
			all = append(all, read)
		}
		got := ""
		for i, trigger := range inOrder(all) {
			got += trigger.Name
			if trigger.Number != i+1 || trigger.Body != "SET @a = 1" {
				t.Errorf("%+v is number %d", trigger, i+1)
			}
		}
		if got != c.want {
			t.Errorf("order %s, want %s", got, c.want)
		}
	}
}

func TestOnTable(t *testing.T) {
	for _, c := range []struct{ mode, text, want string }{
		{"", "CREATE TRIGGER a BEFORE INSERT ON t FOR EACH ROW SET @a = 1", "CREATE TRIGGER a BEFORE INSERT ON `n``w` FOR EACH ROW SET @a = 1"},
		{"", "create definer=`on`@`for` trigger `on`.`trigger` after delete on /* on x */ `for`.`on`for each row insert into t on duplicate key update a = 1", "create definer=`on`@`for` trigger `on`.`trigger` after delete on /* on x */ `n``w`for each row insert into t on duplicate key update a = 1"},
		{"ANSI_QUOTES", `CREATE TRIGGER "on" BEFORE UPDATE ON "a "" for".t FOR EACH ROW SET @a = 'on'`, "CREATE TRIGGER \"on\" BEFORE UPDATE ON `n``w` FOR EACH ROW SET @a = 'on'"},
		{"", "CREATE TRIGGER IF NOT EXISTS a BEFORE INSERT ON db.1t FOR EACH ROW BEGIN END", "CREATE TRIGGER IF NOT EXISTS a BEFORE INSERT ON `n``w` FOR EACH ROW BEGIN END"},
	} {
		trigger := Trigger{TriggerDefinition: sql.TriggerDefinition{Name: "a", CreateStatement: c.text, SqlMode: c.mode}}
		if got := trigger.OnTable("n`w"); got.CreateStatement != c.want || got.Name != "a" || got.SqlMode != c.mode {
			t.Errorf("%s: %+v, want %s", c.text, got, c.want)
		}
	}
}
