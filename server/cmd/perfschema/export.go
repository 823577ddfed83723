package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"strings"
	"syscall"

	"github.com/perfschema/perfschema/server/export"
	printable "github.com/perfschema/perfschema/server/internal/terminal"
)

const groupOutput = "Output"

// exporting is what the options of export set.
type exporting struct {
	*client
	format           export.Format
	output, activity string
	layout           export.Layout
	weight, force    bool
}

func (e *exporting) options() []option {
	list := []option{
		{name: "format", arg: "csv|parquet", group: groupOutput, def: "as the output's name ends, else csv", doc: "format of the files", set: func(_ *settings, v string) error {
			switch f := export.Format(strings.ToLower(v)); f {
			case export.CSV, export.Parquet:
				e.format = f
				return nil
			}
			return fmt.Errorf("%q is neither csv nor parquet", v)
		}},
		{name: "output", arg: "FILE", group: groupOutput, def: "-", doc: "file to write; - is standard output, a name that ends in .gz is compressed", set: filled(keep(&e.output))},
		{name: "ts-explosion", arg: "FILE", group: groupOutput, doc: "write the Snowset's auxiliary file, too: a row for each second in which a query was active", set: filled(keep(&e.activity))},
		{name: "layout", arg: "NAME", group: groupOutput, def: "described", doc: "described: columns as the Snowset's description has them; published: as its files have them, which differ in some names and in order",
			set: func(_ *settings, v string) (err error) {
				e.layout, err = export.LayoutNamed(strings.ToLower(v))
				return err
			}},
		{name: "weight", group: groupOutput, flag: true, def: "OFF", doc: "add the column WEIGHT, which the Snowset does not have, behind the others: how many queries a profile stands for, more than 1 where short ones were left out; perfschema report --from reads it", set: onOff(func(_ *settings, on bool) { e.weight = on })},
		{name: "force", group: groupOutput, flag: true, def: "OFF", doc: "write over files that exist", set: onOff(func(_ *settings, on bool) { e.force = on })},
	}
	return append(append(list, e.profileOptions()...), e.connectOptions()...)
}

func (e *exporting) help() string {
	return optionHelp("perfschema export [options] writes the query profiles a running server has, those of queries that\n"+
		"have ended, as a file in the format of the Snowset, which its readers read: CSV or Parquet.\n\n"+
		"  perfschema export --output=profiles.parquet --since=1h\n", []string{groupOutput, groupProfiles, groupConnect}, e.options())
}

// runExport writes profiles of a running server to a file.
func runExport(args []string, stdout, stderr io.Writer) error {
	e := &exporting{client: newClient(), output: "-", layout: export.Described()}
	err := e.read("export", args, e.options())
	if errors.Is(err, errHelp) {
		_, err = io.WriteString(stdout, e.help())
		return err
	}
	if err != nil {
		return err
	}
	if err := e.check(stdout); err != nil {
		return err
	}
	server, err := e.server(stderr)
	if err != nil {
		return err
	}
	db, err := export.Connect(server)
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := e.run(ctx, db, stdout, stderr); err != nil {
		if ctx.Err() != nil {
			return errors.New("interrupted; nothing was written")
		}
		return server.Explain(err)
	}
	return nil
}

// check says what is wrong with the options taken together.
func (e *exporting) check(stdout io.Writer) error {
	zipped := strings.HasSuffix(e.output, ".gz")
	if e.format == "" {
		e.format = export.CSV
		if strings.HasSuffix(strings.TrimSuffix(strings.ToLower(e.output), ".gz"), ".parquet") {
			e.format = export.Parquet
		}
	}
	if e.format == export.Parquet && (zipped || strings.HasSuffix(e.activity, ".gz")) {
		return errors.New("a Parquet file is compressed within, and no reader wants it zipped; give it a name without .gz")
	}
	if e.output == "-" && e.format == export.Parquet && isTerminal(stdout) {
		return errors.New("a Parquet file is nothing for a terminal; say where to write it with --output=FILE")
	}
	if e.weight {
		e.layout = e.layout.WithWeight()
	}
	if e.activity == "-" || e.activity != "" && e.activity == e.output {
		return errors.New("--ts-explosion wants a file of its own")
	}
	return nil
}

func (e *exporting) run(ctx context.Context, db *sql.DB, stdout, stderr io.Writer) error {
	files := []*export.File{}
	defer func() {
		for _, f := range files {
			f.Abort()
		}
	}()
	open := func(path string, what func(io.Writer, export.Format, export.Layout) (export.Writer, error)) (export.Writer, error) {
		to := stdout
		if isTerminal(to) {
			to = printable.NewWriter(to)
		}
		if path != "-" {
			f, err := export.Create(path, e.force)
			if errors.Is(err, export.ErrExists) {
				return nil, fmt.Errorf("%w; give --force to write over it", err)
			}
			if err != nil {
				return nil, err
			}
			files = append(files, f)
			to = f
		}
		return what(to, e.format, e.layout)
	}
	// The files come first: what is wrong with them needs no server.
	main, err := open(e.output, export.NewWriter)
	if err != nil {
		return err
	}
	writers := []export.Writer{main}
	if e.activity != "" {
		w, err := open(e.activity, export.NewActivityWriter)
		if err != nil {
			return err
		}
		writers = append(writers, w)
	}
	count, queries, err := e.copy(ctx, db, writers, stderr)
	if err != nil {
		return err
	}
	for _, w := range writers {
		if err := w.Close(); err != nil {
			return err
		}
	}
	var size int64
	for _, f := range files {
		n, err := f.Commit()
		if errors.Is(err, export.ErrExists) {
			return fmt.Errorf("%w meanwhile; give --force to write over it", err)
		}
		if err != nil {
			return err
		}
		size += n
	}
	if len(files) > 0 {
		stand := ""
		if queries != count {
			stand = " that stand for " + plural(queries, "execution")
		}
		tell(stderr, fmt.Sprintf("exported %s%s, %s", plural(count, "profile"), stand, plural(size, "byte")))
	}
	return nil
}

// copy writes all profiles to all writers, and returns how many they are and how many queries
// they stand for.
func (e *exporting) copy(ctx context.Context, db *sql.DB, writers []export.Writer, stderr io.Writer) (count, queries int64, err error) {
	source, err := export.Query(ctx, db, e.filter)
	if err != nil {
		return 0, 0, err
	}
	defer source.Close()
	progress := newProgress(stderr)
	defer progress.clear()
	profile := export.NewProfile()
	for {
		err := source.Next(profile)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return count, queries, err
		}
		for _, w := range writers {
			if err := w.Write(profile); err != nil {
				return count, queries, err
			}
		}
		count++
		queries += profile.Count()
		progress.at(count)
	}
	if count == 0 {
		_ = source.Close()
		return 0, 0, export.WhyEmpty(ctx, db, e.filter)
	}
	return count, queries, nil
}
