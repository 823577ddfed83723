package gms_test

import (
	"database/sql"
	"fmt"
	"log"
	"net"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// A go-mysql-server program gets a Performance Schema in five lines.
func Example() {
	provider := memory.NewDBProvider(memory.NewDatabase("shop"))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)

	schema, err := perfschema.New(perfschema.Config{})
	check(err)
	adapter, err := gms.New(schema, gms.Options{})
	check(err)
	engine, err := adapter.NewEngine(provider, nil)
	check(err)
	defer engine.Close()
	srv, err := adapter.NewServer(server.Config{Listener: listener}, engine, memory.NewSessionBuilder(provider))
	check(err)
	go srv.Start()

	db, err := sql.Open("mysql", "root@tcp("+listener.Addr().String()+")/shop")
	check(err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	for range 3 {
		_, err = db.Exec("SELECT 6 * 7")
		check(err)
	}
	var text string
	var count, errors int
	check(db.QueryRow("SELECT DIGEST_TEXT, COUNT_STAR, SUM_ERRORS FROM performance_schema.events_statements_summary_by_digest"+
		" WHERE DIGEST = STATEMENT_DIGEST('SELECT 1 * 2')").Scan(&text, &count, &errors))
	fmt.Println(text, count, errors)
	check(srv.Close())
	// Output: SELECT ? * ? 3 0
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
