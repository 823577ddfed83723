// Command perfschema builds Go programs that tell where their goroutines wait:
//
//	go install github.com/perfschema/perfschema/build/cmd/perfschema@latest
//	perfschema build -o server ./cmd/server
//	PERFSCHEMA_REPORT=exit ./server
//
// The server, of the same name, has these subcommands too.
package main

import (
	"os"

	"github.com/perfschema/perfschema/build"
)

func main() { os.Exit(build.Main(os.Args[1:], os.Stdout, os.Stderr)) }
