// Package sqlserver lets MySQL clients look into any Go program: it serves the
// databases performance_schema, profiling and information_schema of a
// [perfschema.Schema] over MySQL's protocol.
//
//	go sqlserver.ListenAndServe(ps, "127.0.0.1:3307")
//
//	$ mariadb -h127.0.0.1 -P3307 performance_schema
//
// Without an account everybody who reaches the address may connect, under any name. It
// therefore listens on loopback, or a Unix socket, alone: elsewhere it wants an
// [Account] with a password and [TLS], or fails with [ErrExposed].
//
// Who connects may read all tables, change those that MySQL has for that
// (setup_instruments, setup_consumers, threads and so on), TRUNCATE summaries and
// histories, and nothing else: there is no other database, and none can be made.
//
// Its connections are rows of threads (thread/sql/one_connection), accounts and the
// process list. What they run is not recorded, so that the program's figures are the
// program's: UPDATE setup_threads SET ENABLED = 'YES' WHERE NAME =
// 'thread/sql/one_connection' has later connections recorded. While nobody is connected
// one goroutine waits for connections, and nothing runs.
//
// A program that serves SQL by go-mysql-server already has all this there, by package
// gms. Build with the tag gms_pure_go, as everything with that engine; without it the
// ICU library and a C compiler are needed.
package sqlserver
