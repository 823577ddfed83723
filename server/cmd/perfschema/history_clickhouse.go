package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/perfschema/perfschema/history/clickhouse"
)

const groupFleet = "ClickHouse"

// clickhousePassword is the variable of the environment that has the password for
// ClickHouse where neither the address nor a file does.
const clickhousePassword = "PERFSCHEMA_CLICKHOUSE_PASSWORD" //nolint:gosec // the name of a variable

// dsnArgument is how the address of a ClickHouse is written.
const dsnArgument = "http://USER@HOST:PORT/DATABASE"

// fleet is what the options of the commands on a ClickHouse set.
type fleet struct {
	command  string // "schema" or "install"
	printed  bool   // --clickhouse of schema
	address  clickhouse.DSN
	database string
	cluster  string
	ttl      time.Duration
}

// fleetCommands are those below history that concern a ClickHouse.
var fleetCommands = []struct{ name, arguments, doc string }{
	{"schema", " --clickhouse", "print the statements that make the tables for a fleet"},
	{"install", " --clickhouse=DSN", "run them on a ClickHouse"},
}

func (f *fleet) options() []option {
	ttl := option{name: "ttl", arg: "TIME", group: groupFleet, def: "30d", doc: "have ClickHouse drop rows that are older, as 7d or 36h; 0 is never (ClickHouse 19.6 and later)", set: func(_ *settings, v string) (err error) {
		f.ttl, err = parseAge(v)
		if err == nil && f.ttl != 0 && f.ttl < time.Hour {
			err = fmt.Errorf("%s is less than an hour", v)
		}
		return err
	}}
	if f.command == "schema" {
		return []option{
			{name: "clickhouse", group: groupFleet, flag: true, def: "OFF", doc: "statements of ClickHouse; there are no others", set: onOff(func(_ *settings, on bool) { f.printed = on })},
			{name: "database", arg: "NAME", group: groupFleet, def: clickhouse.DefaultDatabase, doc: "database to make the tables in", set: filled(keep(&f.database))},
			{name: "cluster", arg: "NAME", group: groupFleet, doc: "Replicated tables on each server of a cluster, and Distributed ones over them", set: filled(keep(&f.cluster))},
			ttl,
		}
	}
	return []option{
		clickhouseOption("clickhouse", groupFleet, "where to make them; ?cluster=NAME for a cluster; https:// for TLS", func(_ *settings) *clickhouse.DSN { return &f.address }),
		clickhouseFileOption("clickhouse-password-file", groupFleet, func(_ *settings) *clickhouse.DSN { return &f.address }),
		ttl,
	}
}

// clickhouseOption says where a ClickHouse is.
func clickhouseOption(name, group, doc string, to func(*settings) *clickhouse.DSN) option {
	return option{name: name, arg: dsnArgument, group: group, doc: doc + "; the password from a file, or from " + clickhousePassword, set: filled(func(s *settings, v string) error {
		d, err := clickhouse.ParseDSN(v)
		if err != nil {
			return err
		}
		if at := to(s); d.HasPassword() || !at.HasPassword() {
			*at = d
		} else {
			*at = at.At(d)
		}
		return nil
	})}
}

// clickhouseFileOption says which file has the password for it.
func clickhouseFileOption(name, group string, to func(*settings) *clickhouse.DSN) option {
	return option{name: name, arg: "FILE", group: group, doc: "file with the password for ClickHouse on its only line", set: filled(func(s *settings, v string) error {
		password, warning, err := readPasswordFile(v)
		*to(s) = to(s).WithPassword(password)
		s.warn(warning)
		return err
	})}
}

// addressWithPassword says whether an option gives an address that has a password.
func addressWithPassword(name, value string) bool {
	if !strings.HasSuffix(name, "clickhouse") {
		return false
	}
	d, err := clickhouse.ParseDSN(value)
	return err == nil && d.HasPassword()
}

// withPassword is an address with the password of the environment, if it has none.
func withPassword(d clickhouse.DSN) clickhouse.DSN {
	if password := os.Getenv(clickhousePassword); password != "" && d.Host != "" && !d.HasPassword() {
		return d.WithPassword(password)
	}
	return d
}

// runFleet carries out a command below history that concerns a ClickHouse.
func runFleet(command string, args []string, stdout, stderr io.Writer) error {
	f := &fleet{command: command, database: clickhouse.DefaultDatabase, ttl: clickhouse.DefaultTTL}
	given, arguments, err := parseArguments("history "+command, args, f.options(), 1)
	if errors.Is(err, errHelp) {
		_, err = io.WriteString(stdout, optionHelp(historyUsage(), []string{groupFleet}, f.options()))
		return err
	}
	if err == nil && len(arguments) > 0 { // it may be an address with a password
		err = errors.New("unexpected argument; a value follows an equals sign, as in --clickhouse=" + dsnArgument)
	}
	var s settings
	s.warn(passwordShown(given))
	if err == nil {
		err = setAll(given, &s)
	}
	for _, w := range s.warnings {
		tell(stderr, w)
	}
	if err != nil {
		return err
	}
	if command == "schema" {
		if !f.printed {
			return errors.New("want perfschema history schema --clickhouse; --help tells more")
		}
		o := clickhouse.SchemaOptions{Database: f.database, Cluster: f.cluster, TTL: f.ttl}
		_, err := io.WriteString(stdout, strings.Join(clickhouse.Schema(o), ";\n\n")+";\n")
		return err
	}
	return f.install(stdout, stderr)
}

func (f *fleet) install(stdout, stderr io.Writer) error {
	if f.address.Host == "" {
		return errors.New("want perfschema history install --clickhouse=" + dsnArgument + "; --help tells more")
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	c := clickhouse.NewClient(withPassword(f.address))
	defer c.Close()
	o := clickhouse.SchemaOptions{Database: f.address.Database, Cluster: f.address.Cluster, TTL: f.ttl}
	notes, err := clickhouse.Install(ctx, c, o)
	for _, n := range notes {
		tell(stderr, n)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, "the tables are in "+f.address.String())
	return err
}
