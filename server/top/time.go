package top

// timePage is where the time of statements that ended went, by what the profiler saw of
// it: in milliseconds.
var timePage = page{
	name: "time", title: "Time", short: "Time", what: " of statements that ended, by resource",
	table: "profiling.query_resources_summary_by_digest", labels: []string{"RESOURCE_COUNTS_AS", "RESOURCE", "PHASE"}, counts: []string{"WALL_TIME"}, group: true,
	figures: []figure{
		{column{"time", "time_seconds", 8, true, 0}, func(c *change) cell { return timeCell(c.delta[0] * 1e9) }},
		{column{"%", "share", 6, true, 0}, share(0)},
		{column{"at a time", "statements_at_a_time", 9, true, 1}, func(c *change) cell { return numberCell(c.rate(0)/1000, digits) }},
		{column{"phase", "phase", 10, false, 1}, label(2)},
		{column{"goes to", "kind", 23, false, 0}, func(c *change) cell { return textCell(kindOf(c.labels[0])) }},
		{column{"counts as", "counts_as", jsonOnly, false, 0}, label(0)},
		{column{"resource", "resource", 0, false, 0}, label(1)},
	},
	sums: []int{0},
}

// kinds are what resources are called, as on the pages in a browser.
var kinds = map[string]string{
	"profCpu": "CPU", "profOs": "CPU",
	"profSetup": "parse and plan", "profSetupMesh": "parse and plan",
	"profTeardown":            "ending",
	"profPersistentReadCache": "storage", "profPersistentWriteCache": "storage", "profPersistentReadS3": "storage", "profPersistentWriteS3": "storage", "profFsMeta": "storage",
	"profIntDataReadLocalSSD": "spilled data", "profIntDataWriteLocalSSD": "spilled data", "profIntDataReadS3": "spilled data", "profIntDataWriteS3": "spilled data",
	"profMutex":           "locks and other threads",
	"profDataExchangeNet": "network and clients", "profResWriteS3": "network and clients", "profRemoteExtRead": "network and clients", "profRemoteExtWrite": "network and clients",
	"profDataExchangeMsg": "network and clients", "profControlPlaneMsg": "network and clients",
	"profIdle": "idle, as in SLEEP()",
}

// kindOf is what a resource is called; one that is not known keeps its name.
func kindOf(resource string) string {
	if kind, ok := kinds[resource]; ok {
		return kind
	}
	return resource
}
