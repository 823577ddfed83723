package snowset

// Resource is what a thread of a running statement uses or waits for, as the
// sampling profiler tells it: one of the 22 of the Snowset, named as its prof*
// columns, or one of a program's own, by a [Registry].
type Resource uint8

// The resources. Of these the profiler itself gives out Idle, CPU, OS, Setup
// and Teardown; the others are named by wait classes.
const (
	// ResourceNone is no resource: what a thread that runs waits for.
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

// MaxResources is how many resources there may be, those of a program's own and
// ResourceNone among them.
const MaxResources = 64

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

// Writing is the resource that writes where r reads, and r where that reads nothing.
func (r Resource) Writing() Resource {
	switch r {
	case ResourcePersistentReadCache, ResourcePersistentReadS3, ResourceIntDataReadLocalSSD,
		ResourceIntDataReadS3, ResourceRemoteExtRead:
		return r + 1
	}
	return r
}

// Reading is the resource that reads where r writes, and r where that writes nothing.
func (r Resource) Reading() Resource {
	if r != ResourceNone && (r-1).Writing() == r {
		return r - 1
	}
	return r
}
