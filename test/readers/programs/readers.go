package main

import (
	"fmt"
	"net/http"
	"os"
)

func main() {
	handle := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprintf(w, "%s\n%s", r.URL.RawQuery, r.URL.Path)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/", handle)
	go http.ListenAndServe("127.0.0.1:"+os.Args[1], http.HandlerFunc(handle))
	http.ListenAndServe("127.0.0.1:"+os.Args[2], mux)
}
