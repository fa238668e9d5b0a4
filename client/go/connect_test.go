package recorda

import (
	"crypto/tls"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]address{
		"localhost:50051":       {"localhost:50051", unsaid, true},
		"recorda://localhost":   {"localhost:50051", unsaid, true},
		"recorda://memory.acme": {"memory.acme:50051", unsaid, false},
		"grpc://10.0.0.7:1":     {"10.0.0.7:1", inTheClear, false},
		"grpcs://memory.acme/":  {"memory.acme:50051", byTLS, false},
		"[::1]:7":               {"[::1]:7", unsaid, true},
		"127.3.2.1:7":           {"127.3.2.1:7", unsaid, true},
	} {
		if got, err := parseAddress(text); err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"localhost":              "must include the port, for example localhost:50051",
		"":                       "must be like",
		"ftp://localhost":        "must be like",
		"recorda://localhost/x":  "must have no path: use recorda://localhost",
		"http://localhost:50052": "say where the server has gRPC, like recorda://localhost:50051",
		"https://memory.acme/v1": "like grpcs://memory.acme:50051",
	} {
		_, err := parseAddress(text)
		if !errors.Is(err, ErrFieldInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestConnectRefusesWhatDoesNotGoTogether(t *testing.T) {
	for _, one := range []struct {
		address string
		options []Option
		field   string
	}{
		{"", nil, "address"},
		{"localhost:1", []Option{WithAPIKey("secret")}, "apiKey"},
		{"localhost:1", []Option{WithTries(0)}, "tries"},
		{"localhost:1", []Option{WithTries(11)}, "tries"},
		{"localhost:1", []Option{WithTimeout(-time.Second)}, "timeout"},
		{"grpc://localhost:1", []Option{WithTLS(nil)}, "tls"},
		{"grpcs://localhost:1", []Option{WithoutTLS()}, "tls"},
		{"memory.acme:1", []Option{WithAPIKey("rk_1")}, "tls"},
		{"grpc://memory.acme:1", []Option{WithAPIKey("rk_1")}, "tls"},
	} {
		_, err := Connect(one.address, one.options...)
		var failed *Error
		if !errors.As(err, &failed) || len(failed.Violations) != 1 || failed.Violations[0].Field != one.field {
			t.Errorf("%s: %v, want a fault of %s", one.address, err, one.field)
		}
	}
}

func TestConnectTakesWhatDoes(t *testing.T) {
	t.Setenv("RECORDA_URL", "recorda://localhost")
	t.Setenv("RECORDA_API_KEY", "rk_environment")
	for _, one := range []struct {
		address string
		options []Option
	}{
		{"", nil},
		{"memory.acme:1", []Option{WithTLS(&tls.Config{MinVersion: tls.VersionTLS13})}},
		{"memory.acme:1", []Option{WithoutTLS()}},
		{"grpcs://memory.acme", []Option{WithAPIKey("rk_1"), WithTries(10)}},
	} {
		client, err := Connect(one.address, one.options...)
		if err != nil {
			t.Errorf("%s: %v", one.address, err)
			continue
		}
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestTheKeyOfTheEnvironmentStaysWithinThisMachine(t *testing.T) {
	t.Setenv("RECORDA_API_KEY", "rk_environment")
	if _, err := Connect("memory.acme:1"); !errors.Is(err, ErrFieldInvalid) {
		t.Errorf("%v", err)
	}
}

func TestTheHashOfTheUserGoesWithEveryCall(t *testing.T) {
	t.Parallel()
	script := &scripted{}
	ana := serve(t, script).Agent(Scope{UserID: "ana"})
	check := func(what string) {
		t.Helper()
		if got := script.header.Get(userHashHeader); len(got) != 1 || got[0] != "c52" {
			t.Errorf("%s of %s: %v", userHashHeader, what, got)
		}
		script.header = nil
	}
	if _, err := ana.Get(t.Context(), "lt_1"); err != nil {
		t.Fatal(err)
	}
	check("a call")
	for _, err := range ana.Stream(t.Context(), "x", nil) {
		t.Fatal(err)
	}
	check("a stream")
}

func TestKeysGoWithEveryCall(t *testing.T) {
	t.Parallel()
	script := &scripted{}
	ana := serve(t, script, WithAPIKey("rk_ana")).Agent(Scope{UserID: "ana"})
	if _, err := ana.Get(t.Context(), "lt_1"); err != nil {
		t.Fatal(err)
	}
	if got := script.header.Get("authorization"); len(got) != 1 || got[0] != "Bearer rk_ana" {
		t.Errorf("authorization: %v", got)
	}
	if got := script.header.Get("user-agent"); !strings.HasPrefix(got[0], "recorda-go") {
		t.Errorf("user-agent: %v", got)
	}
}
