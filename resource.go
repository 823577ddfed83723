package perfschema

// Resource is what a thread of a running statement uses or waits for, as the
// sampling profiler tells it: one of the 22 of the Snowset, named as its prof*
// columns, or one of [Schema.RegisterResource].
type Resource uint8

// The resources. Of these the profiler itself gives out Idle, CPU, OS, Setup
// and Teardown; the others are named by wait classes.
const (
	// ResourceNone is no resource: what a thread that runs waits for. In an
	// [Info] it stands for the default of the kind.
	ResourceNone                 Resource = iota
	ResourceIdle                          // cores that nobody could use
	ResourceCPU                           // cores in use
	ResourcePersistentReadCache           // reading stored data from a local disk
	ResourcePersistentWriteCache          // writing stored data to a local disk
	ResourcePersistentReadS3              // reading stored data from remote storage
	ResourcePersistentWriteS3             // writing stored data to remote storage
	ResourceIntDataReadLocalSSD           // reading spilled data from a local disk
	ResourceIntDataWriteLocalSSD          // spilling data to a local disk
	ResourceIntDataReadS3                 // reading spilled data from remote storage
	ResourceIntDataWriteS3                // spilling data to remote storage
	ResourceRemoteExtRead                 // reading data of other systems
	ResourceRemoteExtWrite                // writing data of other systems
	ResourceResWriteS3                    // handing over the result
	ResourceFsMeta                        // opening, closing, naming, looking up files
	ResourceDataExchangeNet               // the network
	ResourceDataExchangeMsg               // messages between the workers of a statement
	ResourceControlPlaneMsg               // messages with what governs the server
	ResourceOs                            // the part of the CPU time that is the kernel's
	ResourceMutex                         // locks, and whatever else other threads have to let go
	ResourceSetup                         // all that happens before execution
	ResourceSetupMesh                     // connecting workers
	ResourceTeardown                      // all that happens after execution
	numResources
)

// maxResources is how many resources a state word can tell apart.
const maxResources = 1 << stateResourceBits

var resourceColumns = [numResources]string{
	ResourceIdle:                 "profIdle",
	ResourceCPU:                  "profCpu",
	ResourcePersistentReadCache:  "profPersistentReadCache",
	ResourcePersistentWriteCache: "profPersistentWriteCache",
	ResourcePersistentReadS3:     "profPersistentReadS3",
	ResourcePersistentWriteS3:    "profPersistentWriteS3",
	ResourceIntDataReadLocalSSD:  "profIntDataReadLocalSSD",
	ResourceIntDataWriteLocalSSD: "profIntDataWriteLocalSSD",
	ResourceIntDataReadS3:        "profIntDataReadS3",
	ResourceIntDataWriteS3:       "profIntDataWriteS3",
	ResourceRemoteExtRead:        "profRemoteExtRead",
	ResourceRemoteExtWrite:       "profRemoteExtWrite",
	ResourceResWriteS3:           "profResWriteS3",
	ResourceFsMeta:               "profFsMeta",
	ResourceDataExchangeNet:      "profDataExchangeNet",
	ResourceDataExchangeMsg:      "profDataExchangeMsg",
	ResourceControlPlaneMsg:      "profControlPlaneMsg",
	ResourceOs:                   "profOs",
	ResourceMutex:                "profMutex",
	ResourceSetup:                "profSetup",
	ResourceSetupMesh:            "profSetupMesh",
	ResourceTeardown:             "profTeardown",
}

// Resources returns the 22, in the order of the Snowset's columns.
func Resources() []Resource {
	out := make([]Resource, 0, numResources-1)
	for r := ResourceIdle; r < numResources; r++ {
		out = append(out, r)
	}
	return out
}

// Column is the Snowset's name, empty for a resource that is none of the 22.
func (r Resource) Column() string {
	if r < numResources {
		return resourceColumns[r]
	}
	return ""
}

// writing is the resource that writes where r reads.
func (r Resource) writing() Resource {
	switch r {
	case ResourcePersistentReadCache, ResourcePersistentReadS3, ResourceIntDataReadLocalSSD,
		ResourceIntDataReadS3, ResourceRemoteExtRead:
		return r + 1
	}
	return r
}

// reading is the resource that reads where r writes.
func (r Resource) reading() Resource {
	if r != ResourceNone && (r-1).writing() == r {
		return r - 1
	}
	return r
}

// resourceUse is the resource that the waits of one class count as, by what the
// operation does.
type resourceUse [numDirections]Resource

// newResourceUse is the use of a class that names a resource, or of its kind's
// default where it names none. A file class that names a resource which reads
// or writes counts its other operations as the counterpart, and as FsMeta what
// moves no data.
func newResourceUse(kind Kind, named Resource) resourceUse {
	r := named
	if r == ResourceNone {
		r = defaultResource(kind)
	}
	use := resourceUse{misc: r, read: r, write: r}
	if in, out := r.reading(), r.writing(); kind == KindFile && in != out {
		use = resourceUse{misc: ResourceFsMeta, read: in, write: out}
	}
	return use
}

// defaultResource is what the waits of a kind count as where the class does not
// say: files are stored data on a local disk, sockets are the network, and all
// else is waiting for another thread to let go.
func defaultResource(kind Kind) Resource {
	switch kind {
	case KindFile:
		return ResourcePersistentReadCache
	case KindSocket:
		return ResourceDataExchangeNet
	case KindIdle:
		return ResourceIdle
	default:
		return ResourceMutex
	}
}

// of is the resource of an operation. What makes written data safe writes.
func (u *resourceUse) of(op Operation) Resource {
	if op == OpSync || op == OpFlush {
		return u[write]
	}
	return u[operations[op].direction]
}

// Resource is what the sampling profiler counts an operation of a wait class as.
func (c *Class) Resource(op Operation) Resource {
	if op >= numOperations {
		return ResourceNone
	}
	return c.resources.of(op)
}

// RegisterResource gives a program's own resource a number, to name in an
// [Info]. The Snowset's columns count it as one of the 22. Registering a name
// twice returns the first number. It returns as where there is no room: there
// are 40 of a program's own.
func (s *Schema) RegisterResource(name string, as Resource) Resource {
	if !s.Enabled() || as == ResourceNone || as >= numResources {
		return as
	}
	return Resource(s.ownResources.register(name, uint8(as), uint8(numResources), maxResources))
}

// ResourceName is the name of a resource: of the 22 the Snowset's column.
func (s *Reader) ResourceName(r Resource) string {
	if r < numResources || !s.Schema().Enabled() {
		return r.Column()
	}
	return s.ownResources.at(int(r - numResources)).name
}

// SnowsetResource is which of the 22 a resource counts as.
func (s *Reader) SnowsetResource(r Resource) Resource {
	if r < numResources || !s.Schema().Enabled() {
		return r
	}
	return Resource(s.ownResources.at(int(r - numResources)).as)
}

// ResourceWatched says whether a profiler can tell waits for a resource from
// running: an instrument, enabled or not, counts as it, for one operation at
// least, or as a resource of the program's own that counts as it. While the
// consumer global_instrumentation or thread_instrumentation is off no wait is
// told.
func (s *Reader) ResourceWatched(r Resource) bool {
	if !s.Schema().Enabled() {
		return false
	}
	if on := s.Schema().consumerSet(); !on.has(ConsumerGlobalInstrumentation) || !on.has(ConsumerThreadInstrumentation) {
		return false
	}
	for _, c := range s.WaitClasses() {
		for _, u := range c.resources {
			if u == r || s.SnowsetResource(u) == r {
				return true
			}
		}
	}
	return false
}
