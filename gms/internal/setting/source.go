package setting

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
)

// Where the value of a variable is from, as VARIABLE_SOURCE says it.
const (
	Compiled    = "COMPILED"
	CommandLine = "COMMAND_LINE"
	Explicit    = "EXPLICIT" // the file that the command line names
	Persisted   = "PERSISTED"
	Dynamic     = "DYNAMIC"
)

// Source says where a global variable got its value from when the server
// started.
type Source struct {
	Source string // one of the constants
	Path   string // the file; "" without one
}

// Sources are the variables whose values are no defaults: what started them,
// and who has set them since.
type Sources struct {
	mu        sync.Mutex
	started   map[string]Source
	set       map[string]Set
	persisted string // the file of what is persisted
}

// Set is the last SET GLOBAL of a variable.
type Set struct {
	At         time.Time
	User, Host string
}

// StartedWith sets where the variables got their values from, by name; all others
// have defaults. persisted is the file that keeps SET PERSIST, "" if there is none.
func (s *Sources) StartedWith(sources map[string]Source, persisted string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started, s.persisted = maps.Clone(sources), persisted
}

// SetGlobal notes that a global variable has been set by SET.
func (s *Sources) SetGlobal(name string, by Set) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.set == nil {
		s.set = make(map[string]Set)
	}
	s.set[name] = by
}

// of fills in where a variable's value is from.
func (s *Sources) of(info *view.VariableInfo, persisted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	info.Source = Compiled
	if from, ok := s.started[info.Name]; ok {
		info.Source, info.Path = from.Source, from.Path
	}
	if persisted {
		info.Source, info.Path = Persisted, s.persisted
	}
	if set, ok := s.set[info.Name]; ok {
		info.Source, info.Path = Dynamic, ""
		info.SetTime, info.SetUser, info.SetHost = set.At, set.User, set.Host
	}
}

// Info tells of every system variable, by name; kept are those that are persisted, but for
// those that leave says are left out.
func (s *Sources) Info(kept map[string]any, leave func(name string) bool) []view.VariableInfo {
	var out []view.VariableInfo
	for name, value := range sql.SystemVariables.NewSessionMap() {
		v, ok := sysvar.Declared(value.Var)
		if !ok || leave(name) {
			continue
		}
		info := view.VariableInfo{Name: name, Scope: variableScope(v), Documentation: variableDocs()[name]}
		info.Type, info.Min, info.Max = variableType(v.Type)
		_, isKept := kept[name]
		s.of(&info, isKept)
		out = append(out, info)
	}
	slices.SortFunc(out, func(a, b view.VariableInfo) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

func variableScope(v *sql.MysqlSystemVariable) string {
	switch v.Scope.Type {
	case sql.SystemVariableScope_Both:
		return "SESSION"
	case sql.SystemVariableScope_Session:
		return "SESSION_ONLY"
	default:
		return "GLOBAL"
	}
}

// variableType is DATA_TYPE, and the bounds of a number. The engine's types of
// variables have no names of their own, and do not tell their bounds.
func variableType(t sql.Type) (name, lowest, highest string) {
	if own, ok := t.(interface{ Declared() sql.Type }); ok {
		t = own.Declared()
	}
	v := reflect.ValueOf(t)
	bound := func(field string) string {
		if v.Kind() != reflect.Struct {
			return ""
		}
		switch f := v.FieldByName(field); {
		case !f.IsValid():
			return ""
		case f.CanInt():
			return strconv.FormatInt(f.Int(), 10)
		case f.CanUint():
			return strconv.FormatUint(f.Uint(), 10)
		case f.CanFloat():
			if f.Float() >= 1e18 {
				return strconv.FormatFloat(f.Float(), 'g', -1, 64)
			}
			return strconv.FormatFloat(f.Float(), 'f', -1, 64)
		}
		return ""
	}
	kind := strings.ToLower(reflect.TypeOf(t).String())
	switch {
	case strings.Contains(kind, "bool"):
		return "Boolean", "", ""
	case strings.Contains(kind, "enum"):
		return "Enumeration", "", ""
	case strings.Contains(kind, "set"):
		return "Set", "", ""
	case strings.Contains(kind, "double"):
		return "Numeric", bound("lowerbound"), bound("upperbound")
	case strings.Contains(kind, "int"):
		return "Integer", bound("lowerbound"), bound("upperbound")
	}
	return "String", "", ""
}

// variableDocs are what is written down of variables, by name.
var variableDocs = sync.OnceValue(func() map[string]string {
	docs := make(map[string]string)
	for _, v := range perfschema.Variables() {
		docs[v.Name] = v.Doc
	}
	for _, v := range sampler.Variables() {
		docs[v.Name] = v.Doc
	}
	return docs
})
