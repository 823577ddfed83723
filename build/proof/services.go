package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// services are the servers, each with a load that its own users would know.
var services = []*service{
	{
		name: "nats", path: "github.com/nats-io/nats-server/v2@v2.15.2", clients: 8,
		arguments: "-a 127.0.0.1 -p $PORT -js -sd $DIR",
		set:       makeStream, client: publishToStream,
	},
	{
		name: "caddy", path: "github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9", clients: 16,
		arguments: "run --config $DIR/Caddyfile --adapter caddyfile",
		files: map[string]string{
			"page.html": "<html><body>" + strings.Repeat("<p>A paragraph of the page.</p>\n", 300) + "</body></html>\n",
			"Caddyfile": `{
	admin off
	auto_https off
}
http://127.0.0.1:$PORT {
	log {
		output file $DIR/access.log
	}
	encode gzip
	handle /api/* {
		reverse_proxy 127.0.0.1:$PORT1
	}
	handle {
		root * $DIR
		file_server
	}
}
http://127.0.0.1:$PORT1 {
	respond "an answer" 200
}
`,
		},
		client: each(func(r *running, client, n int) error {
			path := "/api/items"
			if n%4 == 0 {
				path = "/page.html"
			}
			_, err := r.get("http://"+r.address+path, nil)
			return err
		}),
	},
	{
		name: "tusd", path: "github.com/tus/tusd/v2/cmd/tusd@v2.9.1", clients: 16,
		arguments: "-host 127.0.0.1 -port $PORT -upload-dir $DIR/data",
		client:    each(upload),
	},
	{
		name: "pocketbase", path: "github.com/pocketbase/pocketbase/examples/base@v0.36.4", clients: 8,
		prepare:   "superuser upsert root@example.com secret12345 --dir $DIR/data",
		arguments: "serve --http 127.0.0.1:$PORT --dir $DIR/data",
		set:       makeNotes, client: each(note),
	},
	{
		name: "centrifugo", path: "github.com/centrifugal/centrifugo/v6@v6.9.1", clients: 8,
		arguments: "--config $DIR/config.json",
		files: map[string]string{"config.json": `{
	"http_server": {"address": "127.0.0.1", "port": $PORT, "internal_address": "127.0.0.1"},
	"http_api": {"key": "key"},
	"client": {"insecure": true},
	"uni_sse": {"enabled": true},
	"channel": {"without_namespace": {"allow_subscribe_for_client": true, "history_size": 10, "history_ttl": "60s"}},
	"log": {"level": "warn"}
}`},
		set: subscribeToEvents, client: each(func(r *running, client, n int) error {
			text, err := r.post("http://"+r.address+"/api/publish", fmt.Sprintf(`{"channel": "c%d", "data": {"n": %d}}`, client%4, n), map[string]string{"X-API-Key": "key"})
			return answers(text, err, `"result"`)
		}),
	},
	{
		name: "etcd", path: "go.etcd.io/etcd/server/v3@v3.7.3", clients: 16,
		drop:      []string{"go.etcd.io/etcd/api/v3", "go.etcd.io/etcd/client/pkg/v3", "go.etcd.io/etcd/client/v3", "go.etcd.io/etcd/pkg/v3"},
		arguments: "--data-dir $DIR/data --listen-client-urls http://127.0.0.1:$PORT --advertise-client-urls http://127.0.0.1:$PORT --listen-peer-urls http://127.0.0.1:$PORT1 --initial-advertise-peer-urls http://127.0.0.1:$PORT1 --initial-cluster default=http://127.0.0.1:$PORT1 --log-level error",
		set: func(r *running) error {
			return until(20*time.Second, func() error { return put(r, 0, 0) })
		},
		client: each(put),
	},
	{
		name: "victoriametrics", path: "github.com/VictoriaMetrics/VictoriaMetrics/app/victoria-metrics@v1.151.0", clients: 8,
		arguments: "-httpListenAddr=127.0.0.1:$PORT -storageDataPath=$DIR/data -loggerLevel=ERROR",
		client:    each(lines),
	},
	{
		name: "prometheus", path: "github.com/prometheus/prometheus/cmd/prometheus@v0.316.0", clients: 8,
		arguments: "--config.file=$DIR/prometheus.yml --storage.tsdb.path=$DIR/data --web.listen-address=127.0.0.1:$PORT --web.enable-otlp-receiver --log.level=error",
		files:     map[string]string{"prometheus.yml": "global:\n  scrape_interval: 1s\nscrape_configs:\n  - job_name: itself\n    static_configs:\n      - targets: ['127.0.0.1:$PORT']\n"},
		set: func(r *running) error {
			return until(20*time.Second, func() error { _, err := r.get("http://"+r.address+"/-/ready", nil); return err })
		},
		client: func(r *running, client int) (requests, error) {
			last := int64(0) // the server keeps milliseconds, and refuses two samples of one
			return func(n int) (int, error) {
				last = max(time.Now().UnixMilli(), last+1)
				return 1, samples(r, client, n, last)
			}, nil
		},
	},
	{
		name: "spicedb", path: "github.com/authzed/spicedb/cmd/spicedb@v1.56.2", clients: 8,
		arguments: "serve --grpc-preshared-key key --grpc-addr 127.0.0.1:$PORT1 --http-enabled --http-addr 127.0.0.1:$PORT --metrics-addr 127.0.0.1:$PORT2 --telemetry-endpoint= --skip-release-check --datastore-engine memory --log-level error",
		set:       makeRelations, client: each(check),
	},
	{
		name: "perfschema", path: "./server/cmd/perfschema", clients: 1,
		arguments: "serve --listen 127.0.0.1:$PORT --data-dir $DIR/data",
		set: func(r *running) error {
			_, err := r.sysbench("prepare", 0)
			return err
		},
		client: func(r *running, _ int) (requests, error) {
			return func(int) (int, error) {
				return r.sysbench("run", 1)
			}, nil
		},
	},
}

// each makes a client of a request that counts as one.
func each(do func(r *running, client, n int) error) func(*running, int) (requests, error) {
	return func(r *running, client int) (requests, error) {
		return func(n int) (int, error) { return 1, do(r, client, n) }, nil
	}
}

// until calls f until it succeeds, for a time at most.
func until(length time.Duration, f func() error) error {
	for end := time.Now().Add(length); ; time.Sleep(50 * time.Millisecond) {
		if err := f(); err == nil || time.Now().After(end) {
			return err
		}
	}
}

// answers reports an answer that lacks what a success has.
func answers(text string, err error, has string) error {
	if err == nil && !strings.Contains(text, has) {
		err = fmt.Errorf("the server answers %.300s", text)
	}
	return err
}

// upload sends a file of 8 KiB in two parts, and deletes it.
func upload(r *running, client, n int) error {
	tus := map[string]string{"Tus-Resumable": "1.0.0", "Upload-Length": "8192"}
	_, header, err := r.ask(http.MethodPost, "http://"+r.address+"/files/", "", tus)
	if err != nil {
		return err
	}
	at, err := url.Parse(header.Get("Location"))
	if err != nil {
		return err
	}
	part := strings.Repeat("x", 4096)
	for i := range 2 {
		head := map[string]string{"Tus-Resumable": "1.0.0", "Upload-Offset": strconv.Itoa(i * 4096), "Content-Type": "application/offset+octet-stream"}
		if _, _, err := r.ask(http.MethodPatch, at.String(), part, head); err != nil {
			return err
		}
	}
	_, _, err = r.ask(http.MethodDelete, at.String(), "", map[string]string{"Tus-Resumable": "1.0.0"})
	return err
}

// makeNotes makes a collection that everyone may write to.
func makeNotes(r *running) error {
	kind := map[string]string{"Content-Type": "application/json"}
	text, err := r.post("http://"+r.address+"/api/collections/_superusers/auth-with-password", `{"identity": "root@example.com", "password": "secret12345"}`, kind)
	if err != nil {
		return err
	}
	var answer struct{ Token string }
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return err
	}
	kind["Authorization"] = answer.Token
	_, err = r.post("http://"+r.address+"/api/collections", `{"name": "notes", "type": "base", "listRule": "", "createRule": "", "fields": [{"name": "title", "type": "text"}]}`, kind)
	return err
}

// note writes a record, and reads 20 of them after each second one.
func note(r *running, client, n int) error {
	records := "http://" + r.address + "/api/collections/notes/records"
	if n%3 == 2 {
		_, err := r.get(records+"?perPage=20&skipTotal=1", nil)
		return err
	}
	_, err := r.post(records, fmt.Sprintf(`{"title": "%d of %d"}`, n, client), map[string]string{"Content-Type": "application/json"})
	return err
}

// subscribeToEvents has 20 clients listen to a channel each, until the server ends.
func subscribeToEvents(r *running) error {
	for i := range 20 {
		connect := url.QueryEscape(fmt.Sprintf(`{"subs": {"c%d": {}}}`, i%4))
		a, err := (&http.Client{}).Get("http://" + r.address + "/connection/uni_sse?cf_connect=" + connect) //nolint:bodyclose,noctx // it is closed below, when the server ends
		if err != nil {
			return err
		}
		go func() {
			defer a.Body.Close()
			b := make([]byte, 4096)
			for {
				if _, err := a.Body.Read(b); err != nil {
					return
				}
			}
		}()
	}
	return nil
}

// put writes a key, and reads one after each third.
func put(r *running, client, n int) error {
	key := base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "key/%d/%d", client, n%1000))
	if n%4 == 3 {
		text, err := r.post("http://"+r.address+"/v3/kv/range", fmt.Sprintf(`{"key": %q}`, key), nil)
		return answers(text, err, `"header"`)
	}
	value := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("v", 100)))
	text, err := r.post("http://"+r.address+"/v3/kv/put", fmt.Sprintf(`{"key": %q, "value": %q}`, key, value), nil)
	return answers(text, err, `"header"`)
}

// lines writes 100 samples, and asks for a range after each third time.
func lines(r *running, client, n int) error {
	if n%4 == 3 {
		text, err := r.get("http://"+r.address+"/api/v1/query_range?query="+url.QueryEscape(`sum by (host) (rate(cpu_value{host=~"h1.*"}[1m]))`)+"&start=-5m&step=15s", nil)
		return answers(text, err, `"success"`)
	}
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "cpu,host=h%d,client=c%d value=%d %d\n", i, client, n+i, time.Now().UnixNano())
	}
	_, err := r.post("http://"+r.address+"/write", b.String(), nil)
	return err
}

// samples writes 50 samples of a time, in milliseconds, by OTLP, and asks for a sum after each third time.
func samples(r *running, client, n int, at int64) error {
	if n%4 == 3 {
		text, err := r.get("http://"+r.address+"/api/v1/query?query="+url.QueryEscape(`sum by (host) (rate(load_value[1m]))`), nil)
		return answers(text, err, `"success"`)
	}
	var points []string
	for i := range 50 {
		points = append(points, fmt.Sprintf(`{"asDouble": %d, "timeUnixNano": "%d", "attributes": [{"key": "host", "value": {"stringValue": "h%d"}}, {"key": "client", "value": {"stringValue": "c%d"}}]}`, n+i, at*1e6, i, client))
	}
	body := fmt.Sprintf(`{"resourceMetrics": [{"resource": {}, "scopeMetrics": [{"scope": {}, "metrics": [{"name": "load_value", "gauge": {"dataPoints": [%s]}}]}]}]}`, strings.Join(points, ","))
	_, err := r.post("http://"+r.address+"/api/v1/otlp/v1/metrics", body, map[string]string{"Content-Type": "application/json"})
	return err
}

var bearer = map[string]string{"Authorization": "Bearer key", "Content-Type": "application/json"}

// makeRelations makes a schema of documents in folders, and who may read them.
func makeRelations(r *running) error {
	schema := `definition user {}
definition folder {
	relation reader: user
	permission read = reader
}
definition document {
	relation parent: folder
	relation writer: user
	permission read = writer + parent->read
}`
	err := until(20*time.Second, func() error {
		_, err := r.post("http://"+r.address+"/v1/schema/write", fmt.Sprintf(`{"schema": %q}`, schema), bearer)
		return err
	})
	for i := 0; i < 100 && err == nil; i++ {
		err = relate(r, "document", i, "parent", "folder", i%10)
		if err == nil {
			err = relate(r, "folder", i%10, "reader", "user", i)
		}
	}
	return err
}

// relate writes that a subject has a relation to a resource.
func relate(r *running, resource string, id int, relation, subject string, of int) error {
	_, err := r.post("http://"+r.address+"/v1/relationships/write", fmt.Sprintf(`{"updates": [{"operation": "OPERATION_TOUCH", "relationship": {"resource": {"objectType": %q, "objectId": "%d"}, "relation": %q, "subject": {"object": {"objectType": %q, "objectId": "%d"}}}}]}`, resource, id, relation, subject, of), bearer)
	return err
}

// check asks whether a user may read a document; one of 20 times it makes one a writer.
func check(r *running, client, n int) error {
	if n%20 == 19 {
		return relate(r, "document", n%100, "writer", "user", client)
	}
	text, err := r.post("http://"+r.address+"/v1/permissions/check", fmt.Sprintf(`{"consistency": {"fullyConsistent": true}, "resource": {"objectType": "document", "objectId": "%d"}, "permission": "read", "subject": {"object": {"objectType": "user", "objectId": "%d"}}}`, n%100, (n*7)%100), bearer)
	return answers(text, err, "PERMISSIONSHIP")
}

// sysbench runs a step of its mix of reads and writes, with eight threads, and returns how many
// queries were answered.
func (r *running) sysbench(step string, seconds int) (int, error) {
	if step == "prepare" {
		if _, err := in(r.dir, nil, "mariadb", "--no-defaults", "--skip-ssl", "-h127.0.0.1", "-P"+strconv.Itoa(r.port), "-uroot", "-e", "create database sbtest"); err != nil {
			return 0, err
		}
	}
	out, err := in(r.dir, nil, "sysbench", "oltp_read_write", "--db-driver=mysql", "--mysql-host=127.0.0.1", "--mysql-port="+strconv.Itoa(r.port), "--mysql-user=root", "--mysql-db=sbtest",
		"--mysql-ssl=off", "--mysql-ignore-errors=all", "--tables=2", "--table-size=4000", "--threads=8", "--time="+strconv.Itoa(seconds), step)
	if err != nil || step == "prepare" {
		return 0, err
	}
	m := regexp.MustCompile(`(?m)^\s+total:\s+(\d+)`).FindStringSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("sysbench printed %s", out)
	}
	return strconv.Atoi(m[1])
}
