package clock

// cpuid reads two registers of a CPUID leaf.
func cpuid(leaf uint32) (eax, edx uint32)

// The leaf of power management, of which one bit says that the time stamp
// counter runs at one speed in every power state (Intel's manual, volume 3,
// "Invariant TSC"; AMD's, volume 3, the same leaf).
const (
	extendedLeaves = 0x8000_0000
	powerLeaf      = 0x8000_0007
	invariantTSC   = 1 << 8
)

// Invariant says whether the cycle counter runs at one speed, whatever the
// processor does, so that its ticks tell time.
func Invariant() bool {
	if last, _ := cpuid(extendedLeaves); last < powerLeaf {
		return false
	}
	_, edx := cpuid(powerLeaf)
	return edx&invariantTSC != 0
}
