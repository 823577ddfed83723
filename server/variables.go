package server

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"

	"github.com/dolthub/go-mysql-server/sql"
)

// MySQLVersion is the MySQL whose statements, tables and errors the server has.
const MySQLVersion = "9.7.4"

// describe gives the variables that say what and where this server is their values. dir is
// its data directory.
func describe(dir string, addr net.Addr, socket string) error {
	host, number, err := net.SplitHostPort(addr.String())
	if err != nil {
		host = addr.String()
	}
	port, _ := strconv.ParseUint(number, 10, 16) // 0 where there is none
	machine := runtime.GOARCH
	switch machine {
	case "amd64":
		machine = "x86_64"
	case "arm64":
		machine = "aarch64"
	}
	system := runtime.GOOS
	if system == "linux" {
		system = "Linux"
	}
	err = sql.SystemVariables.AssignValues(map[string]any{
		"version":                 MySQLVersion + "-perfschema",
		"version_comment":         "perfschema " + ownVersion() + ", storage by Dolt",
		"version_compile_machine": machine, "version_compile_os": system,
		"datadir": dir + string(filepath.Separator), "tmpdir": os.TempDir(), "bind_address": host, "socket": socket,
		"replica_load_tmpdir": os.TempDir(), "slave_load_tmpdir": os.TempDir(), "report_port": port, "build_id": revision(),
		"innodb_version": MySQLVersion, "version_with_update": MySQLVersion, "log_error": "stderr", "lc_time_names": "en_US",
	})
	if err != nil {
		return fmt.Errorf("saying what this server is: %w", err)
	}
	return autosize()
}

// ownVersion is the product's version.
func ownVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// revision is the commit that the program was built from; "" if it does not know.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}
