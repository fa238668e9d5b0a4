package recorda

import (
	"fmt"
	"regexp"
	"strings"
)

// address is the address of a server, as Connect and RECORDA_URL give it.
type address struct {
	// A host and a port.
	target string
	// Whether the address itself says that the connection uses TLS, or that it does not.
	sealed sealing
	// Whether it is this machine.
	loopback bool
}

type sealing int

const (
	unsaid sealing = iota
	inTheClear
	byTLS
)

// The port of gRPC for addresses that name none.
const grpcPort = "50051"

const forms = "localhost:50051 or recorda://localhost (grpcs:// with TLS, grpc:// without)"

var (
	schemes = map[string]sealing{"recorda": unsaid, "grpc": inTheClear, "grpcs": byTLS}

	addressForm  = regexp.MustCompile(`^(?:([a-z][a-z0-9+.-]*)://)?([\w.-]+|\[[\da-fA-F:.]+\])(?::(\d{1,5}))?(/.*)?$`)
	loopbackForm = regexp.MustCompile(`^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$`)
)

// parseAddress fails with ErrFieldInvalid if the text is not an address for gRPC.
func parseAddress(text string) (address, error) {
	parts := addressForm.FindStringSubmatch(text)
	if parts == nil {
		return address{}, fieldError("address", "must be like "+forms+".")
	}
	scheme, host, port, path := parts[1], parts[2], parts[3], parts[4]
	if scheme == "http" || scheme == "https" {
		return address{}, fieldError("address", fmt.Sprintf(
			"is one of HTTP, which this client does not speak: say where the server has gRPC, like %s.", ofGRPC(scheme, host)))
	}
	saysScheme := scheme != ""
	if !saysScheme {
		scheme = "recorda"
	}
	sealed, known := schemes[scheme]
	if !known {
		return address{}, fieldError("address", "must be like "+forms+".")
	}
	if strings.Trim(path, "/") != "" || strings.HasPrefix(path, "//") {
		return address{}, fieldError("address", fmt.Sprintf("must have no path: use %s://%s.", scheme, strings.TrimSuffix(host+":"+port, ":")))
	}
	if port == "" {
		if !saysScheme {
			return address{}, fieldError("address", fmt.Sprintf("must include the port, for example %s:%s, or be %s.", host, grpcPort, forms))
		}
		port = grpcPort
	}
	return address{target: host + ":" + port, sealed: sealed, loopback: loopbackForm.MatchString(host)}, nil
}

// ofGRPC returns the address that the same server most likely has for gRPC.
func ofGRPC(scheme, host string) string {
	if scheme == "https" {
		return "grpcs://" + host + ":" + grpcPort
	}
	return "recorda://" + host + ":" + grpcPort
}
