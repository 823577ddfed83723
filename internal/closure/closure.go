package closure

import "unsafe"

// word is the size of a pointer in bytes.
const word = unsafe.Sizeof(uintptr(0))

// maxWords is how many words of a closure are looked at.
const maxWords = 32

// Captured returns the interface values of type I that the closure f holds by value and whose
// dynamic type is that of a value in known, in the order in which they are stored. I is an
// interface with methods, and F a function type; for other types, for functions that capture
// nothing, and for captured variables that are assigned later, it returns nothing. It
// allocates the result alone and may be called concurrently.
func Captured[I, F any](f F, known ...I) []I {
	if unsafe.Sizeof(f) != word || unsafe.Sizeof(*new(I)) != 2*word {
		return nil
	}
	at := *(*unsafe.Pointer)(unsafe.Pointer(&f))
	if at == nil {
		return nil
	}
	var found []I
	words := min(size(at)/word, maxWords)
	for i := uintptr(1); i+1 < words; i++ {
		field := unsafe.Add(at, i*word)
		// The first word of an interface with methods is the method table, of which there
		// is one for each pair of interface and dynamic type: no other variable has its address.
		table := *(*uintptr)(field)
		for _, k := range known {
			if table != 0 && table == *(*uintptr)(unsafe.Pointer(&k)) {
				found = append(found, *(*I)(field))
				i++
				break
			}
		}
	}
	return found
}
