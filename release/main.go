package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	version := flag.String("version", "", "version that the modules require of each other, as v0.1.0")
	proxy := flag.String("proxy", "", "directory to write the modules to")
	flag.Parse()
	if err := run(*version, *proxy); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(version, proxy string) error {
	if version == "" || proxy == "" {
		return fmt.Errorf("give -version and -proxy, as in RELEASING.md")
	}
	root, err := repository(".")
	if err != nil {
		return err
	}
	if err := writeProxy(root, proxy, version); err != nil {
		return err
	}
	for _, m := range modules {
		fmt.Printf("git tag %s\n", m.tag(version))
	}
	return nil
}
