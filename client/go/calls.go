package recorda

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// caller makes the calls of one client. It consists of gRPC interceptors, so that calls made directly through the stubs are covered, too.
type caller struct {
	target  string
	apiKey  string
	tries   int
	timeout time.Duration
	seen    userRevisions
}

// request is the message that a call sends, and whether it may be sent again.
type request struct {
	message proto.Message
	// The user whose data it concerns; "" if it names none.
	user       string
	requestID  string
	repeatable bool
}

const requestIDField = protoreflect.Name("request_id")

// prepare adds a request_id to a write whose caller gave none, so that a retry is applied only once. As in the TypeScript client, the
// contract says what may be repeated: a call with an idempotency_level changes nothing, and a request with a field request_id is recognised
// when it is repeated.
func (c *caller) prepare(method string, given any) (request, error) {
	message, ok := given.(proto.Message)
	if !ok {
		return request{}, newError(ErrRequestMalformed, fmt.Sprintf("The request cannot be encoded: %T is no message.", given))
	}
	sent := request{message: message, user: userOf(message.ProtoReflect())}
	if changesNothing(method) {
		sent.repeatable = true
	} else if field := message.ProtoReflect().Descriptor().Fields().ByName(requestIDField); field != nil {
		sent.requestID = message.ProtoReflect().Get(field).String()
		sent.repeatable = c.tries > 1
		if sent.repeatable && sent.requestID == "" {
			sent.requestID = rand.Text()
			sent.message = proto.Clone(message)
			sent.message.ProtoReflect().Set(field, protoreflect.ValueOfString(sent.requestID))
		}
	}
	most := defaultRequestBytes
	if more, ok := mostRequestBytes[method]; ok {
		most = more
	}
	if size := proto.Size(sent.message); size > most {
		return request{}, newError(ErrRequestTooLarge, fmt.Sprintf(
			"The request is %d bytes; %s takes at most %d. Send it in parts.", size, strings.TrimPrefix(method, "/"), most))
	}
	return sent, nil
}

// changesNothing reads from the contract whether a method like `/recorda.v1.MemoryService/GetMemory` changes nothing. Calls of other
// services are never repeated.
func changesNothing(method string) bool {
	name := protoreflect.FullName(strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", "."))
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(name)
	if err != nil {
		return false
	}
	options, ok := found.Options().(*descriptorpb.MethodOptions)
	return ok && options.GetIdempotencyLevel() != descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN
}

// begin adds the key to the context of a call, and a deadline if it has none.
func (c *caller) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.apiKey != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+c.apiKey)
	}
	if _, ok := ctx.Deadline(); ok {
		return context.WithCancel(ctx)
	}
	if ctx.Value(endlessKey{}) != nil {
		return context.WithTimeout(ctx, mostTimeout)
	}
	return context.WithTimeout(ctx, c.timeout)
}

func (c *caller) unary(
	ctx context.Context, method string, given, reply any, connection *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	sent, err := c.prepare(method, given)
	if err != nil {
		return err
	}
	ctx, cancel := c.begin(withUserHash(ctx, sent.user))
	defer cancel()
	for tried := 1; ; tried++ {
		var trailer metadata.MD
		told := append(slices.Clone(options), grpc.Trailer(&trailer))
		cause := invoke(c.seen.with(ctx, sent.user), method, sent.message, reply, connection, told...)
		c.seen.see(sent.user, trailer)
		if cause == nil {
			return nil
		}
		if err := c.beforeRetry(ctx, cause, tried, sent); err != nil {
			return err
		}
	}
}

func (c *caller) stream(
	ctx context.Context, desc *grpc.StreamDesc, connection *grpc.ClientConn, method string, open grpc.Streamer, options ...grpc.CallOption,
) (grpc.ClientStream, error) {
	ctx, cancel := c.begin(ctx)
	opened := func(ctx context.Context) (grpc.ClientStream, error) {
		return open(ctx, desc, connection, method, options...)
	}
	return &serverStream{caller: c, ctx: ctx, cancel: cancel, method: method, open: opened}, nil
}

// serverStream is a server stream that is opened by its first read, and opened again if it failed before its first message; opened again
// later, it would repeat messages.
type serverStream struct {
	caller *caller
	ctx    context.Context
	cancel context.CancelFunc
	method string
	open   func(context.Context) (grpc.ClientStream, error)
	sent   request

	running grpc.ClientStream
	begun   bool
	tried   int
}

func (s *serverStream) SendMsg(message any) error {
	sent, err := s.caller.prepare(s.method, message)
	if err != nil {
		s.cancel()
		return err
	}
	s.sent = sent
	s.ctx = withUserHash(s.ctx, sent.user)
	return nil
}

// CloseSend does nothing: calls of the contract send one message.
func (s *serverStream) CloseSend() error { return nil }

func (s *serverStream) Context() context.Context { return s.ctx }

func (s *serverStream) Header() (metadata.MD, error) {
	if err := s.start(); err != nil {
		return nil, err
	}
	header, err := s.running.Header()
	if err != nil {
		return nil, errorOf(s.caller.target, err)
	}
	return header, nil
}

func (s *serverStream) Trailer() metadata.MD {
	if s.running == nil {
		return nil
	}
	return s.running.Trailer()
}

func (s *serverStream) RecvMsg(message any) error {
	for {
		if err := s.start(); err != nil {
			return err
		}
		err := s.running.RecvMsg(message)
		if err == nil {
			s.begun = true
			return nil
		}
		s.caller.seen.see(s.sent.user, s.running.Trailer())
		if errors.Is(err, io.EOF) {
			s.cancel()
			return io.EOF
		}
		if err := s.failed(err); err != nil {
			return err
		}
	}
}

// start opens the stream if it is not open.
func (s *serverStream) start() error {
	for s.running == nil {
		s.tried++
		running, err := s.open(s.caller.seen.with(s.ctx, s.sent.user))
		if err == nil {
			err = begin(running, s.sent.message)
		}
		if err == nil {
			s.running = running
			return nil
		}
		if err := s.failed(err); err != nil {
			return err
		}
	}
	return nil
}

func begin(running grpc.ClientStream, message proto.Message) error {
	// io.EOF means that the stream has already ended: the first RecvMsg returns the reason.
	if err := running.SendMsg(message); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return running.CloseSend()
}

// failed returns nil if the stream may be opened again.
func (s *serverStream) failed(cause error) error {
	s.running = nil
	tried := s.tried
	if s.begun {
		tried = s.caller.tries
	}
	if err := s.caller.beforeRetry(s.ctx, cause, tried, s.sent); err != nil {
		err.RequestID = s.sent.requestID
		s.cancel()
		return err
	}
	return nil
}
