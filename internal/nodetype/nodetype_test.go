package nodetype

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a/a.go": `package a
			type Direct struct{}
			func (Direct) WithChildren(c ...sql.Node) (sql.Node, error) { return nil, nil }
			type Other struct{}
			func (*Other) WithChildren(c ...sql.Expression) {}
			func (*Other) Children(c ...sql.Node) {}
			func WithChildren(c ...sql.Node) {}`,
		"a/b.go": `package a
			type Embeds struct { *deeper; n int }
			type deeper struct { Direct }
			type Wraps struct { sql.Node }
			type Field struct { d Direct }
			type Plain int`,
		"a/a_test.go":     "package a\n type Tested struct { Direct }",
		"a/testdata/c.go": "package c\n type C struct{}\n func (C) WithChildren(c ...Node) {}",
		"b/b.go":          "package b\n type B struct{}\n func (b *B) WithChildren(x int, c []Node) {}",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Find(dir, Method{"WithChildren", "Node"})
	if want := "a.Direct a.Embeds a.Wraps a.deeper b.B"; err != nil || strings.Join(got, " ") != want {
		t.Errorf("got %v, %v, want %s", got, err, want)
	}
	if got, err := Find(dir, Method{"WithChildren", "Node"}, "a"); err != nil || len(got) != 1 {
		t.Errorf("without a: %v, %v", got, err)
	}
	if _, err := Find(filepath.Join(dir, "none"), Method{}); err == nil {
		t.Error("no error without a directory")
	}
}
