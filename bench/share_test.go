package main

import "testing"

func TestFeatureTable(t *testing.T) {
	order, off, err := parseFeatures("statements\t0\nwire\t0.5\nstorage\t0\n")
	if err != nil {
		t.Fatal(err)
	}
	_, on, err := parseFeatures("statements\t1.25\nwire\t0.75\nstorage\t0\n")
	if err != nil {
		t.Fatal(err)
	}
	const want = `
| point: share of CPU time in our functions, by feature | OFF | ON |
|---|---|---|
| statements | 0.00 % | 1.25 % |
| wire | 0.50 % | 0.75 % |
`
	if got := featureTable("point", order, []string{"OFF", "ON"}, []featureShares{off, on}); got != want {
		t.Errorf("%s", got)
	}
	if _, _, err := parseFeatures("wire NULL"); err == nil {
		t.Error("no error of a row without a share")
	}
}
