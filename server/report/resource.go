package report

import (
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server/export"
)

// family puts resources together that a chart shows in one colour.
type family uint8

const (
	familyCPU family = iota
	familyKernel
	familyLocal
	familyRemote
	familyNetwork
	familyMessages
	familyLocks
	familySetup
	familyIdle
	numFamilies
)

var familyNames = [numFamilies]string{"CPU", "kernel", "local disk", "remote", "network", "messages", "locks", "setup and teardown", "idle"}

// measure is a resource or an operator: a column of times.
type measure struct {
	column string
	label  string
	field  export.Field
	family family
}

var (
	resources = resourceList()
	operators = operatorList()
)

var resourceLabels = map[perfschema.Resource]struct {
	label  string
	family family
}{
	perfschema.ResourceIdle:                 {"idle cores", familyIdle},
	perfschema.ResourceCPU:                  {"CPU", familyCPU},
	perfschema.ResourcePersistentReadCache:  {"local disk read", familyLocal},
	perfschema.ResourcePersistentWriteCache: {"local disk write", familyLocal},
	perfschema.ResourcePersistentReadS3:     {"remote read", familyRemote},
	perfschema.ResourcePersistentWriteS3:    {"remote write", familyRemote},
	perfschema.ResourceIntDataReadLocalSSD:  {"local spill read", familyLocal},
	perfschema.ResourceIntDataWriteLocalSSD: {"local spill write", familyLocal},
	perfschema.ResourceIntDataReadS3:        {"remote spill read", familyRemote},
	perfschema.ResourceIntDataWriteS3:       {"remote spill write", familyRemote},
	perfschema.ResourceRemoteExtRead:        {"external read", familyRemote},
	perfschema.ResourceRemoteExtWrite:       {"external write", familyRemote},
	perfschema.ResourceResWriteS3:           {"result write", familyRemote},
	perfschema.ResourceFsMeta:               {"file metadata", familyLocal},
	perfschema.ResourceDataExchangeNet:      {"network", familyNetwork},
	perfschema.ResourceDataExchangeMsg:      {"worker messages", familyMessages},
	perfschema.ResourceControlPlaneMsg:      {"control messages", familyMessages},
	perfschema.ResourceOs:                   {"kernel CPU", familyKernel},
	perfschema.ResourceMutex:                {"locks", familyLocks},
	perfschema.ResourceSetup:                {"setup", familySetup},
	perfschema.ResourceSetupMesh:            {"connect workers", familySetup},
	perfschema.ResourceTeardown:             {"teardown", familySetup},
}

func resourceList() []measure {
	var out []measure
	for _, r := range perfschema.Resources() {
		l := resourceLabels[r]
		out = append(out, measure{r.Column(), l.label, column(r.Column()), l.family})
	}
	return out
}

var operatorLabels = map[perfschema.Operator]string{
	perfschema.OperatorScan: "scan", perfschema.OperatorExternalScan: "external scan",
	perfschema.OperatorProjection: "projection", perfschema.OperatorSort: "sort",
	perfschema.OperatorFilter: "filter", perfschema.OperatorResult: "result",
	perfschema.OperatorDML: "DML", perfschema.OperatorHashJoin: "hash join",
	perfschema.OperatorBuffer: "buffer", perfschema.OperatorFlatten: "flatten",
	perfschema.OperatorBloom: "bloom filter", perfschema.OperatorAggregate: "aggregate",
	perfschema.OperatorBandJoin: "band join", perfschema.OperatorPercentile: "percentile",
	perfschema.OperatorTableFunction: "table function", perfschema.OperatorOther: "other",
}

func operatorList() []measure {
	var out []measure
	for _, o := range perfschema.Operators() {
		out = append(out, measure{column: o.Column(), label: operatorLabels[o], field: column(o.Column())})
	}
	return out
}

// labelOf is the label of a column of times; "" stands for what is outside of
// all operators.
func labelOf(list []measure, name string) string {
	for _, m := range list {
		if m.column == name {
			return m.label
		}
	}
	if name == "" {
		return "(none)"
	}
	return strings.TrimPrefix(name, "prof")
}
