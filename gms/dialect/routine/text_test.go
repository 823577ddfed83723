package routine

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// Functions, with the procedures that they are to the parser.
var functionTexts = []struct{ text, procedure string }{
	{
		"CREATE FUNCTION f(a INT) RETURNS INT RETURN a + 1",
		"CREATE DEFINER = `u`@`h` PROCEDURE `f (function) `(a INT, `RETURN ` INT) SET `RETURN ` = a + 1",
	},
	{
		"create definer='x'@'%' function if not exists `d`.`f``g`() returns varchar(10) charset utf8mb4 collate utf8mb4_bin deterministic begin if 1 then return 'return'; end if; end",
		"CREATE DEFINER = 'x'@'%' PROCEDURE `d`.`f``g (function) `(`RETURN ` varchar(10) /*CHARSET utf8mb4*/ /*COLLATE utf8mb4_bin*/) deterministic begin if 1 then SET `RETURN ` = 'return'; end if; end",
	},
	{
		"CREATE DEFINER=CURRENT_USER() FUNCTION f(a DECIMAL(10,2), b ENUM(')', '(')) RETURNS decimal(4, 2) unsigned RETURN(a)",
		"CREATE DEFINER = `u`@`h` PROCEDURE `f (function) `(a DECIMAL(10,2), b ENUM(')', '('), `RETURN ` decimal(4, 2) unsigned) SET `RETURN ` =(a)",
	},
	{
		"CREATE FUNCTION f() RETURNS DOUBLE PRECISION NO SQL RETURN 1 /* RETURN */",
		"CREATE DEFINER = `u`@`h` PROCEDURE `f (function) `(`RETURN ` DOUBLE PRECISION) NO SQL SET `RETURN ` = 1 /* RETURN */",
	},
	{
		"CREATE FUNCTION f() RETURNS CHARACTER VARYING(3) CHARACTER SET latin1 COMMENT 'RETURN' RETURN @`return`",
		"CREATE DEFINER = `u`@`h` PROCEDURE `f (function) `(`RETURN ` CHARACTER VARYING(3) /*CHARSET latin1*/) COMMENT 'RETURN' SET `RETURN ` = @`return`",
	},
}

func TestProcedureOfFunction(t *testing.T) {
	for _, test := range functionTexts {
		f, err := Read(test.text, false)
		if err != nil || f == nil {
			t.Errorf("%s: %v, %v", test.text, f, err)
			continue
		}
		got := f.Procedure("`u`@`h`")
		if got != test.procedure {
			t.Errorf("%s:\n got %s\nwant %s", test.text, got, test.procedure)
		}
		if _, err := sqlparser.Parse(got); err != nil {
			t.Errorf("%s: %v", got, err)
		}
	}
	for _, text := range []string{
		"SELECT 1", "CREATE TABLE function (a INT)", "CREATE PROCEDURE p() SELECT 1", "CREATE DEFINER=a@b PROCEDURE p() SELECT 1",
		"CREATE DEFINER=a@b TRIGGER t BEFORE INSERT ON x FOR EACH ROW SET @a = 1", "CREATE", "CREATE FUNCTION",
	} {
		if f, err := Read(text, false); f != nil || err != nil {
			t.Errorf("%s is taken for a function: %v", text, err)
		}
	}
	for _, text := range []string{
		"CREATE FUNCTION f() RETURNS CHAR(3) CHARSET nosuch RETURN 1", "CREATE FUNCTION f(a CHAR(3) COLLATE nosuch) RETURNS INT RETURN 1",
		"CREATE FUNCTION f", "CREATE FUNCTION f(a INT", "CREATE FUNCTION f(a INT) RETURN 1", "CREATE FUNCTION f() RETURNS", "CREATE FUNCTION f() RETURNS VARCHAR(10",
		"CREATE FUNCTION f RETURNS STRING SONAME 'x.so'", "CREATE AGGREGATE FUNCTION f RETURNS INTEGER SONAME 'x.so'",
	} {
		if _, err := Read(text, false); err == nil {
			t.Errorf("%s gives no error", text)
		}
	}
}

// What is kept of a function tells how it was written, and takes other characteristics.
func TestFunctionKept(t *testing.T) {
	text := "CREATE FUNCTION `F`(a INT, b VARCHAR(5) COLLATE utf8mb4_bin) RETURNS VARCHAR(20) CHARSET utf8mb4 READS SQL DATA COMMENT 'it''s' SQL SECURITY INVOKER\n" +
		"BEGIN\n  IF a THEN RETURN 'RETURN'; END IF;\n  RETURN CONCAT(b, 1);\nEND"
	made, err := Read(text, false)
	if err != nil || made == nil {
		t.Fatal(made, err)
	}
	kept := sql.StoredProcedureDetails{Name: "f (function) ", CreateStatement: made.Procedure("`u`@`h`")}
	f, ok := FunctionOf(kept)
	if !ok {
		t.Fatal("it is not read")
	}
	want := "CREATE DEFINER=`u`@`h` FUNCTION `F`(`a` int, `b` varchar(5) COLLATE utf8mb4_bin) RETURNS varchar(20) CHARSET utf8mb4\n" +
		"    READS SQL DATA\n    SQL SECURITY INVOKER\n    COMMENT 'it''s'\n" +
		"BEGIN\n  IF a THEN RETURN 'RETURN'; END IF;\n  RETURN CONCAT(b, 1);\nEND"
	if got := f.CreateText(); got != want {
		t.Errorf("shown as\n%s\nwant\n%s", got, want)
	}
	of := f.Characteristics
	of.Comment, of.Security, of.Deterministic = "a\\b", "DEFINER", true
	kept.CreateStatement = f.altered(of)
	again, ok := FunctionOf(kept)
	if !ok {
		t.Fatalf("altered it is not read: %s", kept.CreateStatement)
	}
	if again.Characteristics != of || again.Body != f.Body || again.Definer != f.Definer || len(again.Params) != 2 {
		t.Errorf("altered it is %+v", again)
	}
	if _, ok := FunctionOf(sql.StoredProcedureDetails{Name: "f", CreateStatement: kept.CreateStatement}); ok {
		t.Error("a procedure is taken for a function")
	}
}

// What the parser cannot read is told as it was written.
func TestNear(t *testing.T) {
	text := "CREATE FUNCTION f() RETURNS INT\nBEGIN\n  RETURN 1;\n  RETURN 2 2;\nEND"
	f, err := Read(text, false)
	if err != nil {
		t.Fatal(err)
	}
	procedure := f.Procedure("")
	near, line := f.Near(procedure, len(procedure)-len(" 2;\nEND"))
	if near != " 2;\nEND" || line != 4 {
		t.Errorf("near %q at line %d", near, line)
	}
	if near, _ := f.Near(procedure, len(procedure)); near != "" {
		t.Errorf("at the end it is near %q", near)
	}
}
