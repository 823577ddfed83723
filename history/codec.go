package history

import (
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// codec compresses all files with zstd. What that needs, a few megabytes, is made once and
// kept: the library's own codec has it collected as garbage from one window to the next.
var codec = &zstdCodec{
	encoder: sync.OnceValues(func() (*zstd.Encoder, error) {
		return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(pagesAtOnce), zstd.WithEncoderLevel(zstd.SpeedDefault),
			zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false), zstd.WithLowerEncoderMem(true))
	}),
	decoder: sync.OnceValues(func() (*zstd.Decoder, error) {
		return zstd.NewReader(nil, zstd.WithDecoderConcurrency(pagesAtOnce))
	}),
}

// pagesAtOnce is how many pages are compressed, or read, at the same time.
const pagesAtOnce = 2

// zstdCodec is a codec of the library's. It is safe for concurrent use.
type zstdCodec struct {
	encoder func() (*zstd.Encoder, error)
	decoder func() (*zstd.Decoder, error)
}

// String is the codec's name.
func (c *zstdCodec) String() string { return "ZSTD" }

// CompressionCodec is what files say of their pages.
func (c *zstdCodec) CompressionCodec() format.CompressionCodec { return format.Zstd }

// Encode compresses a page, in the room of dst where it has some.
func (c *zstdCodec) Encode(dst, src []byte) ([]byte, error) {
	e, err := c.encoder()
	if err != nil {
		return nil, err
	}
	return e.EncodeAll(src, dst[:0]), nil
}

// Decode is Encode the other way.
func (c *zstdCodec) Decode(dst, src []byte) ([]byte, error) {
	d, err := c.decoder()
	if err != nil {
		return nil, err
	}
	return d.DecodeAll(src, dst[:0])
}
