package words

import (
	"reflect"
	"testing"
)

func TestDeprecated(t *testing.T) {
	for _, c := range []struct {
		text  string
		codes []int
	}{
		{"SELECT a && b || !c", []int{1287, 1287, 1287}},
		{"SELECT a != b, 'x && y', `!`, a & b", nil},
		{"SELECT BINARY a, CAST(b AS BINARY), CONVERT(c, BINARY), CONVERT(d, BINARY(5))", []int{1287}},
		{"SET NAMES binary", nil},
		{"SHOW BINARY LOGS", nil},
		{"SELECT SQL_NO_CACHE FOUND_ROWS(), found_rows", []int{1681, 1287}},
		{"SELECT CONVERT(a USING utf8), _utf8'x', utf8, 'utf8' FROM utf8", []int{3719, 3719}},
		{"CREATE TABLE t (a CHAR(5) CHARACTER SET utf8mb3 COLLATE utf8_bin, b BINARY(5), c VARCHAR(9) BINARY)", []int{1287, 3778, 1287}},
		{"CREATE TABLE t (a VARCHAR(5)) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin", nil},
		{"SET character_set_client = utf8; SELECT 1 && 1", []int{3719}},
		{"SELECT _utf8mb3'a', _utf8mb4'a'", []int{1287}},
		// COLLATE is deprecated where it declares, not where it compares.
		{"SELECT a COLLATE utf8mb3_bin FROM t WHERE b = 'x' COLLATE utf8mb3_bin ORDER BY c COLLATE utf8mb3_bin", nil},
		{"SET @a = 'a' COLLATE utf8mb3_bin", nil},
		{"UPDATE t SET a = 'b' WHERE a = 'a' COLLATE utf8mb3_bin", nil},
		{"CREATE VIEW v AS SELECT 'a' COLLATE utf8mb3_bin", nil},
		{"CREATE TABLE t AS SELECT 'a' COLLATE utf8mb3_bin", nil},
		{"CREATE INDEX i ON t ((a COLLATE utf8mb3_bin))", nil},
		{"CREATE TABLE t (a CHAR(5), CHECK (a COLLATE utf8mb3_bin = 'a'), b CHAR(5) AS (a COLLATE utf8mb3_bin) COLLATE utf8mb3_bin)", []int{3778}},
		{"CREATE TABLE t (a CHAR(5)) COLLATE utf8mb3_bin", []int{3778}},
		{"ALTER TABLE t MODIFY a CHAR(5) COLLATE utf8mb3_bin", []int{3778}},
		{"ALTER DATABASE d COLLATE utf8mb3_bin", []int{3778}},
		{"SET NAMES utf8mb3 COLLATE utf8mb3_bin", []int{1287, 3778}},
		{"CREATE FUNCTION f(a CHAR(3) COLLATE utf8mb3_bin) RETURNS INT RETURN a = 'a' COLLATE utf8mb3_bin", []int{3778}},
		{"CREATE PROCEDURE p() BEGIN DECLARE x CHAR(3) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin", []int{1287, 3778}},
	} {
		var got []int
		for _, d := range Deprecated(c.text, false, false) {
			got = append(got, d.Code)
		}
		if !reflect.DeepEqual(got, c.codes) {
			t.Errorf("%s: %v, want %v", c.text, got, c.codes)
		}
	}
	if got := Deprecated("SELECT a || b", false, true); got != nil {
		t.Errorf("with PIPES_AS_CONCAT: %v", got)
	}
}

func TestRespellBareBody(t *testing.T) {
	const text = "CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW FOLLOWS s SIGNAL SQLSTATE '45000';"
	spelled, ok := Respell(text, false, "")
	if want := "CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW FOLLOWS s BEGIN /*`.`*/ SIGNAL SQLSTATE '45000' /*`.`*/; END;"; !ok || spelled.Text != want {
		t.Errorf("got %q", spelled.Text)
	}
	if got := Unspell(spelled.Text); got != text {
		t.Errorf("unspelled: %q", got)
	}
	for text, once := range map[string]bool{
		"CREATE DEFINER = a PROCEDURE IF NOT EXISTS p() SELECT 1": true,
		"CREATE PROCEDURE p() SELECT 1":                           false,
		"CREATE TABLE IF NOT EXISTS t (a INT)":                    false,
	} {
		if CreatesOnce(text) != once {
			t.Errorf("%s: %t", text, !once)
		}
	}
}
