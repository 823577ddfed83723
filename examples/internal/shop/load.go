package shop

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
)

// Load sends requests by so many clients, until ctx is done or each has sent n; 0 is
// without end.
func Load(ctx context.Context, shop string, clients, n int) {
	var wg sync.WaitGroup
	for c := range clients {
		wg.Go(func() {
			for i := 0; (n == 0 || i < n) && ctx.Err() == nil; i++ {
				if err := send(ctx, shop, c*1000+i); err != nil && ctx.Err() == nil {
					log.Print(err)
				}
			}
		})
	}
	wg.Wait()
}

// send sends the request of a number: of 20 one wants the report, five order.
func send(ctx context.Context, shop string, i int) error {
	method, path, body := http.MethodGet, "", io.Reader(nil)
	switch i % 20 {
	case 0:
		path = "/report"
	case 1, 5, 9, 13, 17:
		method, path = http.MethodPost, "/orders"
		body = strings.NewReader(url.Values{"customer": {strconv.Itoa(i % 50)}, "product": {strconv.Itoa(i % products)}}.Encode())
	case 2, 10:
		path = fmt.Sprintf("/customers/%d/orders", i%50)
	default:
		path = fmt.Sprintf("/products/%d", i%products)
	}
	r, err := http.NewRequestWithContext(ctx, method, shop+path, body)
	if err != nil {
		return err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s", method, path, resp.Status)
	}
	return nil
}
