package definition

import (
	"reflect"
	"testing"
)

func TestReadView(t *testing.T) {
	for text, want := range map[string]ViewText{
		"CREATE VIEW v AS SELECT 1":                                           {Query: "SELECT 1"},
		"create or replace view d.`v w` (a, `b``c`) as (select 1, 2);":        {Columns: []string{"a", "b`c"}, Query: "(select 1, 2)"},
		"CREATE VIEW IF NOT EXISTS v AS SELECT 1 -- c\n FROM t /* d */ ;":     {Query: "SELECT 1 FROM t"},
		"CREATE VIEW v AS SELECT /*+ NO_MERGE(t) */ 1 FROM t":                 {Query: "SELECT /*+ NO_MERGE(t) */ 1 FROM t"},
		"CREATE VIEW v AS SELECT \"a\\\"'\"\"b\", 'c\"'":                      {Query: "SELECT 'a\\\"''\"b', 'c\"'"},
		"CREATE VIEW v AS SELECT a FROM t WITH CHECK OPTION":                  {Query: "SELECT a FROM t", Check: "CASCADED"},
		"CREATE VIEW v AS SELECT a FROM t WITH cascaded CHECK OPTION;":        {Query: "SELECT a FROM t", Check: "CASCADED"},
		"CREATE VIEW v AS SELECT a FROM t /*!50002 WITH LOCAL CHECK OPTION*/": {Query: "SELECT a FROM t", Check: "LOCAL"},
		"ALTER ALGORITHM = merge DEFINER=`r`@'h' SQL SECURITY invoker VIEW v AS TABLE t": {
			Alters: true, Algorithm: "MERGE", Definer: "`r`@`h`", Security: "INVOKER", Query: "TABLE t",
		},
		"CREATE DEFINER=current_user() VIEW v AS SELECT 1": {Definer: OwnDefiner, Query: "SELECT 1"},
		"/*!50001 CREATE ALGORITHM=UNDEFINED */ /*!50013 DEFINER=`r`@`%` SQL SECURITY DEFINER */ /*!50001 VIEW `v` AS SELECT 1 */": {
			Algorithm: "UNDEFINED", Definer: "`r`@`%`", Security: "DEFINER", Query: "SELECT 1",
		},
	} {
		got, ok := ReadView(text, false)
		if !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", text, got)
		}
		again, ok := ReadView(got.Create("v"), false)
		got.Alters = false
		if got.Algorithm == "" {
			got.Algorithm = "UNDEFINED"
		}
		if got.Security == "" {
			got.Security = "DEFINER"
		}
		if !ok && got.Definer != OwnDefiner || ok && got.Definer != OwnDefiner && !reflect.DeepEqual(again, got) {
			t.Errorf("%s: made anew it is %+v", text, again)
		}
	}
	for _, text := range []string{"CREATE TABLE v (a INT)", "CREATE VIEW v", "CREATE VIEW v (a, AS SELECT 1", "ALTER EVENT v DO SELECT 1", "SELECT 1"} {
		if _, ok := ReadView(text, false); ok {
			t.Errorf("%s is read", text)
		}
	}
	if v, ok := ReadView(`CREATE VIEW "v" AS SELECT "a""b" FROM "t"`, true); !ok || v.Query != "SELECT `a\"b` FROM `t`" {
		t.Errorf("with ANSI_QUOTES: %+v", v)
	}
}
