package floors

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGlossary: the words that ARCHITECTURE.md explains are used where it says.
func TestGlossary(t *testing.T) {
	const root = "../.."
	page, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, glossary, _ := strings.Cut(string(page), "## Glossary\n")
	rows := regexp.MustCompile("(?m)^\\| (.+) \\| .+ \\| `(.+)` \\|$").FindAllStringSubmatch(glossary, -1)
	if len(rows) < 12 {
		t.Fatalf("only %d words found: the glossary is written otherwise now", len(rows))
	}
	for _, row := range rows {
		word, where := strings.ToLower(row[1]), filepath.Join(root, row[2])
		files := []string{where}
		if !strings.HasSuffix(where, ".go") {
			if files, err = filepath.Glob(filepath.Join(where, "*.go")); err != nil {
				t.Fatal(err)
			}
		}
		used := false
		for _, name := range files {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Errorf("%s: %v", word, err)
			}
			used = used || strings.Contains(plain(string(source)), plain(word))
		}
		if !used {
			t.Errorf("%s does not have the word %q", row[2], word)
		}
	}
}

// plain is a text without what tells a word in a comment from one in a name.
func plain(s string) string {
	return strings.NewReplacer(" ", "", "\n", "", "\t", "", "//", "", "-", "").Replace(strings.ToLower(s))
}
