package pdb_test

import (
	"database/sql"
	"fmt"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pdb"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

func Example() {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		panic(err)
	}
	// With a driver that is registered: pdb.Open(ps, "mysql", dsn)
	db := sql.OpenDB(pdb.NewConnector(ps, "shop", &fake{log: &log{}, conn: shapes["full"]}))
	defer db.Close()
	for _, id := range []int{17, 18} {
		if _, err := db.Exec(fmt.Sprintf("UPDATE orders SET paid = 1 WHERE id = %d", id)); err != nil {
			panic(err)
		}
	}
	for row := range catalog.Lookup("events_statements_summary_by_digest").Rows(view.Reader{Schema: ps}) {
		fmt.Println(row[0], row[2], row[3])
	}
	// Output: shop UPDATE `orders` SET `paid` = ? WHERE `id` = ? 2
}
