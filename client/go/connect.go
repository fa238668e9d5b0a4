package recorda

import (
	"crypto/tls"
	"fmt"
	"os"
	"regexp"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// Client is the client of one server. It is safe for concurrent use, and a program needs only one.
type Client struct {
	connection *grpc.ClientConn
	memory     recordav1.MemoryServiceClient
	context    recordav1.ContextServiceClient
	admin      recordav1.AdminServiceClient
}

// Option configures how [Connect] reaches the server.
type Option func(*settings)

type settings struct {
	apiKey  string
	tls     *tls.Config
	sealed  sealing
	tries   int
	timeout time.Duration
	dial    []grpc.DialOption
}

// WithAPIKey sends a key, `rk_…`, with every call. Without it the key is RECORDA_API_KEY, if that is set.
func WithAPIKey(key string) Option { return func(s *settings) { s.apiKey = key } }

// WithTLS uses TLS. config names the authorities to trust or a client certificate; nil trusts those that Go trusts. Without WithTLS and
// WithoutTLS the address decides, and without a scheme that does, there is no TLS.
func WithTLS(config *tls.Config) Option {
	return func(s *settings) { s.sealed, s.tls = byTLS, config }
}

// WithoutTLS declares that the network itself is encrypted, so that a key may be sent without TLS.
func WithoutTLS() Option { return func(s *settings) { s.sealed = inTheClear } }

// WithTries sets the largest number of attempts of a call that fails because the server is unreachable or overloaded
// ([ErrBackendUnavailable], [ErrShuttingDown], [ErrOverloaded], [ErrRateLimited]) and that may be repeated: reads, and writes with a
// request_id, which the client generates if its caller gave none. 1 to 10; 1: nothing is repeated; by default 3.
func WithTries(tries int) Option { return func(s *settings) { s.tries = tries } }

// WithTimeout sets the time that a call may take, including retries and waits, if its context has no deadline. More than 0; by default 30
// s.
func WithTimeout(timeout time.Duration) Option { return func(s *settings) { s.timeout = timeout } }

// WithDialOptions adds gRPC's own options, such as the stats handler of OpenTelemetry. Interceptors among them run once for each attempt.
func WithDialOptions(options ...grpc.DialOption) Option {
	return func(s *settings) { s.dial = append(s.dial, options...) }
}

// Connect makes a client of the server at address: `localhost:50051` or `recorda://localhost`, with TLS if WithTLS is given; `grpcs://…`
// always uses TLS, `grpc://…` never; empty: RECORDA_URL. It connects at the first call and reconnects by itself, so Connect never fails
// because a server is unreachable: the calls do, with ErrBackendUnavailable. Options that cannot be combined fail with ErrFieldInvalid,
// whose message says what to do.
func Connect(address string, options ...Option) (*Client, error) {
	asked := settings{tries: defaultTries, timeout: defaultTimeout}
	for _, option := range options {
		option(&asked)
	}
	if address == "" {
		address = os.Getenv("RECORDA_URL")
	}
	if address == "" {
		return nil, fieldError("address", "is required: the address of the server, for example localhost:50051. It can also be set as RECORDA_URL.")
	}
	at, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	if err := asked.complete(at); err != nil {
		return nil, err
	}
	calls := &caller{target: at.target, apiKey: asked.apiKey, tries: asked.tries, timeout: asked.timeout}
	connection, err := grpc.NewClient(at.target, append(dialOptions(calls, asked), asked.dial...)...)
	if err != nil {
		return nil, fieldError("address", fmt.Sprintf("cannot be used: %v.", err))
	}
	return &Client{
		connection: connection,
		memory:     recordav1.NewMemoryServiceClient(connection),
		context:    recordav1.NewContextServiceClient(connection),
		admin:      recordav1.NewAdminServiceClient(connection),
	}, nil
}

var keyForm = regexp.MustCompile(`^rk_[\w-]+$`)

// complete adds what the environment and the address say, and refuses options that cannot be combined.
func (s *settings) complete(at address) error {
	if s.apiKey == "" {
		s.apiKey = os.Getenv("RECORDA_API_KEY")
	}
	if s.apiKey != "" && !keyForm.MatchString(s.apiKey) {
		return fieldError("apiKey", "must be a key, for example rk_….")
	}
	if s.tries < 1 || s.tries > mostTries {
		return fieldError("tries", fmt.Sprintf("must be a whole number from 1 to %d.", mostTries))
	}
	if s.timeout <= 0 {
		return fieldError("timeout", "must be more than 0.")
	}
	if at.sealed != unsaid && s.sealed != unsaid && at.sealed != s.sealed {
		return fieldError("tls", "contradicts the scheme of the address.")
	}
	if s.sealed == unsaid {
		if s.apiKey != "" && !at.loopback && at.sealed != byTLS {
			return fieldError("tls", "is not set, so the key would be sent unencrypted. "+
				"Use WithTLS, or WithoutTLS if the network itself is encrypted.")
		}
		s.sealed = at.sealed
	}
	return nil
}

func dialOptions(calls *caller, asked settings) []grpc.DialOption {
	transport := insecure.NewCredentials()
	if asked.sealed == byTLS {
		transport = credentials.NewTLS(asked.tls)
	}
	return []grpc.DialOption{
		grpc.WithTransportCredentials(transport),
		grpc.WithUserAgent("recorda-go"),
		grpc.WithUnaryInterceptor(calls.unary),
		grpc.WithStreamInterceptor(calls.stream),
		// Requests are measured before they are sent, so that the error is the one that the server would give.
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(mostMessageBytes), grpc.MaxCallSendMsgSize(2*mostMessageBytes)),
		// A service configuration in DNS could switch on retries of writes.
		grpc.WithDisableServiceConfig(),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: firstReconnect, Multiplier: reconnectGrowth, Jitter: reconnectJitter, MaxDelay: lastReconnect},
			MinConnectTimeout: connectTimeout,
		}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: keepaliveTime, Timeout: keepaliveTimeout}),
	}
}

// Memory returns all calls on memories, as the contract has them.
func (c *Client) Memory() recordav1.MemoryServiceClient { return c.memory }

// Context returns all calls on conversations and facts, as the contract has them.
func (c *Client) Context() recordav1.ContextServiceClient { return c.context }

// Admin returns the calls for operators: limits, backups, retention, audit and all data of a user.
func (c *Client) Admin() recordav1.AdminServiceClient { return c.admin }

// Close closes the connection. Calls in progress, and later ones, fail with ErrCancelled.
func (c *Client) Close() error {
	if err := c.connection.Close(); err != nil {
		return newError(ErrCancelled, "This client was closed already.")
	}
	return nil
}
