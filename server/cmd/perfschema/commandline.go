package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"
)

// assignment is an option with the value given to it.
type assignment struct {
	option *option
	value  string
	// where says where it was given, for errors.
	where string
}

// errHelp asks for help instead of an error.
var errHelp = errors.New("help wanted")

// parseCommandLine reads the flags of a command, in the order they are given.
func parseCommandLine(command string, args []string, list []option) ([]assignment, error) {
	given, _, err := parseArguments(command, args, list, 0)
	return given, err
}

// parseArguments reads flags and at most so many arguments beside them.
func parseArguments(command string, args []string, list []option, most int) (given []assignment, arguments []string, err error) {
	flags := pflag.NewFlagSet(command, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(canonical(name))
	})
	for i := range list {
		o := &list[i]
		flag := flags.VarPF(&recorder{option: o, into: &given}, o.name, o.short, "")
		if o.flag {
			flag.NoOptDefVal = "ON"
		}
		if o.alone != "" {
			flag.NoOptDefVal = o.alone
		}
	}
	if err := flags.Parse(args); err != nil {
		var unknown *pflag.NotExistError
		switch {
		case errors.Is(err, pflag.ErrHelp):
			return nil, nil, errHelp
		case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
			return nil, nil, fmt.Errorf("unknown option -%s; options have long names, which perfschema %s --help lists", unknown.GetSpecifiedName(), command)
		case errors.As(err, &unknown):
			_, err = find(list, unknown.GetSpecifiedName(), "--")
		}
		return nil, nil, err
	}
	if flags.NArg() > most {
		for _, a := range given {
			if a.value == askPassword { // the argument may be meant for one
				return nil, nil, fmt.Errorf("unexpected argument; a value follows an equals sign, as in --%s=TEXT", a.option.name)
			}
		}
		return nil, nil, fmt.Errorf("unexpected argument %q; values follow an equals sign, as in --performance-schema=OFF", flags.Arg(most))
	}
	return given, flags.Args(), nil
}

// setAll sets the options of assignments, the last one last. Its error says where one was given.
func setAll(given []assignment, s *settings) error {
	for _, a := range given {
		if err := a.option.set(s, a.value); err != nil {
			return fmt.Errorf("%s: %w", a.where, err)
		}
	}
	return nil
}

// recorder is a flag value that keeps what was given for later.
type recorder struct {
	option *option
	into   *[]assignment
}

func (r *recorder) String() string { return "" }
func (r *recorder) Type() string   { return "string" }

func (r *recorder) Set(value string) error {
	*r.into = append(*r.into, assignment{option: r.option, value: value, where: "--" + r.option.name})
	return nil
}
