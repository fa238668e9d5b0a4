package recorda

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// scripted is a server that answers with what a test gave it, and keeps what it was asked.
type scripted struct {
	recordav1.UnimplementedMemoryServiceServer
	// The errors of the first calls, in order; later calls succeed.
	failing []error
	// Sent by streams before they fail or end.
	events []*recordav1.StreamRetrieveMemoriesResponse
	// Sent by each stream that watches, in order.
	watched [][]*recordav1.WatchMemoriesResponse
	// Whether streams stay open.
	open bool
	// Told in the trailers of the first calls, in order; later calls tell none.
	revisions []string
	// Holds unary calls until the caller leaves.
	held bool
	text string

	mutex  sync.Mutex
	asked  []any
	header metadata.MD
	left   chan struct{}
}

// next keeps a request, and gives the error that the script has for it.
func (s *scripted) next(ctx context.Context, request any) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.header, _ = metadata.FromIncomingContext(ctx)
	s.asked = append(s.asked, request)
	at := len(s.asked) - 1
	if at < len(s.revisions) {
		// This fails only after the call has ended.
		_ = grpc.SetTrailer(ctx, metadata.Pairs(userRevisionHeader, s.revisions[at]))
	}
	if at < len(s.failing) {
		return s.failing[at]
	}
	return nil
}

// sentRevision returns the revision that came with the last call; "" if none did.
func (s *scripted) sentRevision() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if sent := s.header.Get(userRevisionHeader); len(sent) > 0 {
		return sent[0]
	}
	return ""
}

func (s *scripted) requests() []any {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]any{}, s.asked...)
}

func (s *scripted) GetMemory(ctx context.Context, request *recordav1.GetMemoryRequest) (*recordav1.GetMemoryResponse, error) {
	err := s.next(ctx, request)
	if s.held {
		<-ctx.Done()
	}
	payload := &recordav1.Memory_Text{Text: &recordav1.TextMemory{Content: s.text}}
	return &recordav1.GetMemoryResponse{Memory: &recordav1.Memory{Id: request.GetId(), Payload: payload}}, err
}

func (s *scripted) AddMemory(ctx context.Context, request *recordav1.AddMemoryRequest) (*recordav1.AddMemoryResponse, error) {
	return &recordav1.AddMemoryResponse{Memory: request.GetMemory()}, s.next(ctx, request)
}

func (s *scripted) UpdateMemory(ctx context.Context, request *recordav1.UpdateMemoryRequest) (*recordav1.UpdateMemoryResponse, error) {
	return &recordav1.UpdateMemoryResponse{Memory: request.GetMemory()}, s.next(ctx, request)
}

func (s *scripted) EndTask(ctx context.Context, request *recordav1.EndTaskRequest) (*recordav1.EndTaskResponse, error) {
	return &recordav1.EndTaskResponse{}, s.next(ctx, request)
}

func (s *scripted) ListMemories(ctx context.Context, request *recordav1.ListMemoriesRequest) (*recordav1.ListMemoriesResponse, error) {
	token := map[string]string{"": "second", "second": ""}[request.GetPageToken()]
	memory := &recordav1.Memory{Id: "of " + request.GetPageToken()}
	return &recordav1.ListMemoriesResponse{Memories: []*recordav1.Memory{memory, memory}, NextPageToken: token}, s.next(ctx, request)
}

func (s *scripted) StreamRetrieveMemories(
	request *recordav1.StreamRetrieveMemoriesRequest, stream grpc.ServerStreamingServer[recordav1.StreamRetrieveMemoriesResponse],
) error {
	err := s.next(stream.Context(), request)
	if err == nil || len(s.requests()) > 1 || len(s.failing) == 1 {
		for _, event := range s.events {
			if err := stream.Send(event); err != nil {
				return err
			}
		}
	}
	if s.open {
		<-stream.Context().Done()
		close(s.left)
	}
	return err
}

// WatchMemories sends the events of the script's next stream, and then fails as the script says.
func (s *scripted) WatchMemories(
	request *recordav1.WatchMemoriesRequest, stream grpc.ServerStreamingServer[recordav1.WatchMemoriesResponse],
) error {
	err := s.next(stream.Context(), request)
	for _, event := range s.watched[len(s.requests())-1] {
		if err := stream.Send(event); err != nil {
			return err
		}
	}
	return err
}

// serve starts a scripted server and returns a client for it. Both stop at the end of the test.
func serve(t *testing.T, script *scripted, options ...Option) *Client {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	recordav1.RegisterMemoryServiceServer(server, script)
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	client, err := Connect(listener.Addr().String(), options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// refusal is an error in the form in which Recorda servers send it.
func refusal(reason Reason, details ...protoadapt.MessageV1) error {
	info := &errdetails.ErrorInfo{Reason: string(reason), Domain: errorDomain}
	code, known := codeOf[reason]
	if !known {
		code = codes.FailedPrecondition
	}
	made, err := status.New(code, "Said by the server.").WithDetails(append([]protoadapt.MessageV1{info}, details...)...)
	if err != nil {
		panic(err)
	}
	return made.Err()
}

func retryAfter(wait time.Duration) *errdetails.RetryInfo {
	return &errdetails.RetryInfo{RetryDelay: durationpb.New(wait)}
}

var unavailable = status.Error(codes.Unavailable, "not now")
