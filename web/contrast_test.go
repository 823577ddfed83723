package web

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The contrasts that WCAG 2 asks for at level AA: of text, and of what charts are drawn
// with.
const (
	textContrast    = 4.5
	graphicContrast = 3
)

// luminance is the relative luminance of a colour, #rgb or #rrggbb.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	hex := strings.TrimPrefix(colour, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	n, err := strconv.ParseUint(hex, 16, 24)
	if err != nil || len(hex) != 6 {
		t.Fatalf("%q is no colour", colour)
	}
	linear := func(v uint64) float64 {
		c := float64(v&0xff) / 255
		if c <= 0.03928 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(n>>16) + 0.7152*linear(n>>8) + 0.0722*linear(n)
}

// Text and charts can be told from what they stand on, by day and by night.
func TestContrast(t *testing.T) {
	css, err := os.ReadFile("assets/style.css")
	if err != nil {
		t.Fatal(err)
	}
	schemes := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(string(css), -1)
	if len(schemes) != 2 || !strings.Contains(string(css), "prefers-color-scheme: dark") {
		t.Fatalf("%d schemes of colours", len(schemes))
	}
	for i, name := range []string{"light", "dark"} {
		colours := make(map[string]string)
		for _, m := range regexp.MustCompile(`--([\w-]+): (#\w+)`).FindAllStringSubmatch(schemes[i][1], -1) {
			colours[m[1]] = m[2]
		}
		check := func(over, under string, least float64) {
			t.Helper()
			a, b := luminance(t, colours[over]), luminance(t, colours[under])
			if got := (max(a, b) + 0.05) / (min(a, b) + 0.05); got < least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", name, over, under, got, least)
			}
		}
		graphics := 0
		for c := range colours {
			if regexp.MustCompile(`^c\d$`).MatchString(c) {
				graphics++
				check(c, "card", graphicContrast)
			}
		}
		if graphics < 7 {
			t.Errorf("%s: %d colours of charts", name, graphics)
		}
		for _, over := range []string{"ink", "soft", "accent"} {
			for _, under := range []string{"paper", "card", "warm", "rule"} {
				check(over, under, textContrast)
			}
		}
		check("paper", "ink", textContrast)
	}
}
