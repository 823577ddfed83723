package report

// storageSection is where stored and intermediate data went.
func (a *Analyzer) storageSection() Section {
	s := Section{ID: "data", Title: "Stored and intermediate data",
		Note: a.ofProfiles() + "Bytes by class of query. Local is the columns ...Cache and ...LocalSSD, remote ...S3, exchanged intDataNetSentBytes. Hit rate is the part of the bytes read that came from the local cache: p50 of the queries that read, and of all their bytes together; it takes both kinds of reads to be known."}
	t := &Table{Title: "Bytes by class", Left: 1, Head: []string{"class", "read local", "read remote", "hit p50", "hit bytes", "written local", "written remote", "spilled local", "spilled remote", "exchanged"}}
	add := func(label string, c *total) {
		median, bytes := unknown, unknown
		if c.hits.count > 0 {
			median = percent(c.hits.percentile(50) / 1000)
			bytes = percent(part(c.readLocal.sum, c.readLocal.sum+c.readRemote.sum))
		}
		t.Rows = append(t.Rows, []string{label, c.readLocal.show(unitBytes), c.readRemote.show(unitBytes), median, bytes,
			c.writtenLocal.show(unitBytes), c.writtenRemote.show(unitBytes), c.spilledLocal.show(unitBytes), c.spilledRemote.show(unitBytes), c.exchanged.show(unitBytes)})
	}
	add("all queries", &a.all)
	for i := range a.classes {
		if n := a.classes[i].queries; n > 0 && n < a.queries {
			add(Class(i).String(), &a.classes[i])
		}
	}
	keep := []int{0}
	var missing []string
	for i := 1; i < len(t.Head); i++ {
		if t.Rows[0][i] == unknown {
			missing = append(missing, t.Head[i])
		} else {
			keep = append(keep, i)
		}
	}
	if len(missing) > 0 {
		s.Unknown = "Not known of any query: " + list(missing) + "."
	}
	if len(keep) > 1 {
		s.Charts = append(s.Charts, t.only(keep))
	}
	return s
}

// only keeps some columns.
func (t *Table) only(keep []int) *Table {
	out := &Table{Title: t.Title, Left: t.Left, Depth: t.Depth}
	pick := func(from []string) (to []string) {
		for _, i := range keep {
			to = append(to, from[i])
		}
		return to
	}
	out.Head = pick(t.Head)
	for _, r := range t.Rows {
		out.Rows = append(out.Rows, pick(r))
	}
	return out
}

// parallelSection is how many servers and cores queries used.
func (a *Analyzer) parallelSection() Section {
	s := Section{ID: "parallel", Title: "Parallelism",
		Note: "Queries by the servers that executed them (serverCount), up to the next power of two."}
	for i := range a.metrics {
		if a.metrics[i].label != "servers" {
			continue
		}
		h := &a.metrics[i].all
		if h.count == 0 || h.max <= 1 {
			return Section{} // there is nothing to compare
		}
		bars := &Bars{Title: "Queries by servers", Head: [2]string{"servers", "queries"}}
		for from, to := int64(0), int64(1); from < h.max; from, to = to, to*2 {
			n := h.between(from, to)
			label := showCount(float64(to))
			if to-from > 1 {
				label = showCount(float64(from+1)) + " to " + label
			}
			if n > 0 {
				bars.Rows = append(bars.Rows, Bar{Label: label, Share: part(float64(n), float64(h.count)), Value: grouped(float64(n))})
			}
		}
		s.Charts = append(s.Charts, bars)
	}
	return s
}

// between counts the values above one, up to another: exactly, if both are below
// 2 × fine or powers of two.
func (h *histogram) between(above, upTo int64) (n int64) {
	h.each(false, func(b bucket) bool {
		v := b.sum / float64(b.count)
		if v > float64(above) && v <= float64(upTo) {
			n += b.count
		}
		return v <= float64(upTo)
	})
	return n
}
