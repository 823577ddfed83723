package words

import "testing"

func TestUnprepared(t *testing.T) {
	for text, want := range map[string]bool{
		"execute s": true, " /* a */ PREPARE s FROM 'SELECT 1'": true, "deallocate prepare s": true, "DROP PREPARE s": true,
		"USE shop": true, "LOAD DATA INFILE 'a' INTO TABLE t": true, "LOCK TABLES t READ": true, "UNLOCK TABLES": true,
		"CREATE PROCEDURE p() SELECT 1": true, "CREATE DEFINER = `a`@`b` TRIGGER t BEFORE INSERT ON u FOR EACH ROW SET @a = 1": true,
		"create definer=a@b procedure p() select 1": true, "CREATE DEFINER=CURRENT_USER EVENT e ON SCHEDULE EVERY 1 DAY DO SELECT 1": true,
		"DROP TRIGGER t": true, "ALTER EVENT e DISABLE": true, ";; EXECUTE s": true,

		"": false, "SELECT 1": false, "SELECT 'EXECUTE s'": false, "CREATE TABLE event (procedure_ INT)": false, "CREATE TABLE `event` (i INT)": false,
		"CREATE DEFINER = event@localhost VIEW v AS SELECT 1": false, "CREATE OR REPLACE VIEW v AS SELECT 1": false, "DROP TABLE t": false,
		"ALTER TABLE t ADD COLUMN trigger_ INT": false, "COMMIT": false, "SET @a = 1": false, "CALL p()": false, "CREATE UNIQUE INDEX i ON t (a)": false,
		"`execute`": false, "INSERT INTO t VALUES ('USE')": false, "DROP": false, "CREATE": false,
	} {
		if got := Unprepared(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestParameters(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "SELECT 1": 0, "SELECT ?, '?', \"?\", `?` /* ? */ -- ?\n + ?": 2, "INSERT INTO t VALUES (?,?),(?,?)": 4, "EXPLAIN SELECT ? LIMIT ?": 2,
	} {
		if got := Parameters(text, false); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
	if got := Parameters(`SELECT "\", ?, '"'`, true); got != 1 {
		t.Errorf("names in double quotes: %d", got)
	}
}

func TestFill(t *testing.T) {
	values := []string{"1", "'it\\'s ?'", "NULL"}
	value := func(i int) (string, bool) {
		if i >= len(values) {
			return "", false
		}
		return values[i], true
	}
	for text, want := range map[string]string{
		"SELECT 1": "SELECT 1",
		"SELECT ?, '?', `?`, ? -- ?\n, /* ? */ ?, ?": "SELECT 1, '?', `?`, 'it\\'s ?' -- ?\n, /* ? */ NULL, ?",
		"?": "1",
	} {
		if got := Fill(text, false, value); got != want {
			t.Errorf("%s\n gives %s\n want %s", text, got, want)
		}
	}
}

func TestLiteral(t *testing.T) {
	const text = "a'b\"c\\d\ne\r\x00\x1a\té"
	if got, want := Literal(text), `'a\'b\"c\\d\ne\r\0\Z'`; got != want[:len(want)-1]+"\té'" {
		t.Errorf("it is %s", got)
	}
	s := Scanner{Text: Literal(text)}
	if one := s.Next(); one.Kind != String || one.End != len(s.Text) {
		t.Errorf("%s is not one literal", s.Text)
	}
}

func TestWithoutPrepared(t *testing.T) {
	for text, want := range map[string]string{
		"PREPARE s FROM 'SELECT 1'": "PREPARE s FROM ...", "prepare `from` from \"x\"": "prepare `from` from ...",
		"PREPARE s FROM @a": "PREPARE s FROM @a", "PREPARE s": "PREPARE s",
	} {
		if got := WithoutPrepared(text, false); got != want {
			t.Errorf("%s gives %s", text, got)
		}
	}
}
