package words

import "testing"

// TestTranslations holds that Translate writes the example of each of its rules otherwise.
func TestTranslations(t *testing.T) {
	for i, r := range Translations() {
		if _, ok := Translate(r.Example, translations.Steps()[i]); !ok {
			t.Errorf("%s: %s stays as it is", r.Name, r.Example)
		}
	}
}
