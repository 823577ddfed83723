package report

import (
	"strings"

	"github.com/perfschema/perfschema/server/export"
	"github.com/perfschema/perfschema/snowset"
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

var resourceLabels = map[snowset.Resource]struct {
	label  string
	family family
}{
	snowset.ResourceIdle:                 {"idle cores", familyIdle},
	snowset.ResourceCPU:                  {"CPU", familyCPU},
	snowset.ResourcePersistentReadCache:  {"local disk read", familyLocal},
	snowset.ResourcePersistentWriteCache: {"local disk write", familyLocal},
	snowset.ResourcePersistentReadS3:     {"remote read", familyRemote},
	snowset.ResourcePersistentWriteS3:    {"remote write", familyRemote},
	snowset.ResourceIntDataReadLocalSSD:  {"local spill read", familyLocal},
	snowset.ResourceIntDataWriteLocalSSD: {"local spill write", familyLocal},
	snowset.ResourceIntDataReadS3:        {"remote spill read", familyRemote},
	snowset.ResourceIntDataWriteS3:       {"remote spill write", familyRemote},
	snowset.ResourceRemoteExtRead:        {"external read", familyRemote},
	snowset.ResourceRemoteExtWrite:       {"external write", familyRemote},
	snowset.ResourceResWriteS3:           {"result write", familyRemote},
	snowset.ResourceFsMeta:               {"file metadata", familyLocal},
	snowset.ResourceDataExchangeNet:      {"network", familyNetwork},
	snowset.ResourceDataExchangeMsg:      {"worker messages", familyMessages},
	snowset.ResourceControlPlaneMsg:      {"control messages", familyMessages},
	snowset.ResourceOs:                   {"kernel CPU", familyKernel},
	snowset.ResourceMutex:                {"locks", familyLocks},
	snowset.ResourceSetup:                {"setup", familySetup},
	snowset.ResourceSetupMesh:            {"connect workers", familySetup},
	snowset.ResourceTeardown:             {"teardown", familySetup},
}

func resourceList() []measure {
	var out []measure
	for _, r := range snowset.Resources() {
		l := resourceLabels[r]
		out = append(out, measure{r.Column(), l.label, column(r.Column()), l.family})
	}
	return out
}

var operatorLabels = map[snowset.Operator]string{
	snowset.OperatorScan: "scan", snowset.OperatorExternalScan: "external scan",
	snowset.OperatorProjection: "projection", snowset.OperatorSort: "sort",
	snowset.OperatorFilter: "filter", snowset.OperatorResult: "result",
	snowset.OperatorDML: "DML", snowset.OperatorHashJoin: "hash join",
	snowset.OperatorBuffer: "buffer", snowset.OperatorFlatten: "flatten",
	snowset.OperatorBloom: "bloom filter", snowset.OperatorAggregate: "aggregate",
	snowset.OperatorBandJoin: "band join", snowset.OperatorPercentile: "percentile",
	snowset.OperatorTableFunction: "table function", snowset.OperatorOther: "other",
}

func operatorList() []measure {
	var out []measure
	for _, o := range snowset.Operators() {
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
