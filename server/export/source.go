package export

// Source gives profiles, one by one. It is for one goroutine at a time.
type Source interface {
	// Next puts the next profile into p, in place of what p held; io.EOF when
	// there is none left.
	Next(p *Profile) error
	// Has says whether the source has a column: what it lacks is not known in
	// any profile.
	Has(f Field) bool
	// Close ends the reading.
	Close() error
}
