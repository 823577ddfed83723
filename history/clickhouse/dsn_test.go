package clickhouse

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestParseDSN(t *testing.T) {
	for text, want := range map[string]string{
		"http://127.0.0.1":                   "http://127.0.0.1:8123/perfschema",
		"https://ch.example":                 "https://ch.example:8443/perfschema",
		"http://u:p@[::1]:9/d":               "http://u@[::1]:9/d",
		"http://u@h/d?cluster=c%201":         "http://u@h:8123/d?cluster=c+1",
		"http://u:p%40%2F%3A@h/":             "http://u@h:8123/perfschema",
		"":                                   "",
		"127.0.0.1:8123":                     "",
		"clickhouse://h/d":                   "",
		"http://":                            "",
		"http:///d":                          "",
		"http://u:p@h/d?password=x":          "",
		"http://u:p@h/d?cluster=a&cluster=b": "",
		"http://h/a/b":                       "",
		"http://h/a%00b":                     "",
		"http://u:Mk7Zq9Xv@h:port/d":         "",
		"http://u:Mk7Zq9Xv%zz@h/d":           "",
		"http://u:Mk7Zq9Xv@h/d#x":            "",
		"http://u:Mk7Zq9Xv@h/d?cluster=%zz&a=Mk7Zq9Xv": "",
		"https://u:Mk7Zq9Xv@h/d?secure=true":           "",
		"ftp://u:Mk7Zq9Xv@h/d":                         "",
		"http://u:Mk7Zq9Xv@h/d?Mk7Zq9Xv=Mk7Zq9Xv":      "",
		"http://u:Mk7Zq9Xv@/d":                         "",
		"://u:Mk7Zq9Xv@h/d":                            "",
		"http://u%0d%0aX-Evil%3a1:Mk7Zq9Xv@h/d":        "",
		"http://h/d?cluster=x%0a":                      "",
	} {
		d, err := ParseDSN(text)
		if want == "" {
			if !errors.Is(err, ErrDSN) || strings.Contains(err.Error(), "Mk7Zq9Xv") {
				t.Errorf("%q: %v, %v", text, d, err)
			}
			continue
		}
		if err != nil || d.String() != want {
			t.Errorf("%q: %q, %v", text, d, err)
		}
	}
}

// However a DSN is printed, by itself or within something else, it shows no password.
func TestDSNShowsNoPassword(t *testing.T) {
	d, err := ParseDSN("http://u:Mk7Zq9Xv@h/d")
	if err != nil || d.secret() != "Mk7Zq9Xv" {
		t.Fatal(err)
	}
	type config struct {
		Fleet  DSN
		hidden DSN
		p      *DSN
	}
	var printed strings.Builder
	c := config{d, d, &d}
	for _, v := range []any{d, &d, c, &c, []DSN{d}, map[string]DSN{"a": d}, NewClient(d)} {
		fmt.Fprintf(&printed, "%v %+v %#v %s %q %x\n", v, v, v, v, v, v)
		slog.New(slog.NewJSONHandler(&printed, nil)).Info("m", "v", v)
		slog.New(slog.NewTextHandler(&printed, nil)).Info("m", "v", v)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	printed.Write(text)
	for _, form := range []string{"Mk7Zq9Xv", fmt.Sprintf("%x", "Mk7Zq9Xv")} {
		if strings.Contains(printed.String(), form) {
			t.Errorf("%s is in\n%s", form, printed.String())
		}
	}
}
