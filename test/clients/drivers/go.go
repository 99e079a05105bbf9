// Drives net/http. `go CLIENT URLS`, with GODEBUG=netdns=cgo, so that names pass the shim.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"
)

const limit = 2 * time.Second

var diverted = errors.New("diverted")

func main() {
	log, _ := os.OpenFile(os.Getenv("REC_LOG"), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	note := func(format string, list ...any) { fmt.Fprintf(log, format+"\n", list...) }
	// The connect of Go passes no C library. The hook of its dialer sees the address, and the connection goes to the recorder.
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		seen := ""
		dialer := net.Dialer{Control: func(_, to string, _ syscall.RawConn) error { seen = to; return diverted }}
		if _, err := dialer.DialContext(ctx, network, address); seen == "" {
			return nil, err
		}
		host, port, _ := net.SplitHostPort(seen)
		note("C %s %s", host, port)
		return net.Dial("tcp", "127.0.0.1:"+os.Getenv("REC_PORT"))
	}
	client := &http.Client{
		Timeout:       limit,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport:     &http.Transport{DisableKeepAlives: true, DialContext: dial},
	}
	urls, _ := os.Open(os.Args[2])
	lines := bufio.NewScanner(urls)
	lines.Buffer(nil, 1<<20)
	for index := 0; lines.Scan(); index++ {
		url, _ := hex.DecodeString(lines.Text())
		note("U %d", index)
		response, err := client.Get(string(url))
		if err != nil {
			text := strings.Join(strings.Fields(err.Error()), " ")
			note("E %s", text[max(0, len(text)-100):])
			continue
		}
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
		note("E -")
	}
}
