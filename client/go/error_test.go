package recorda

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

func TestErrorsCarryWhatTheServerSaid(t *testing.T) {
	t.Parallel()
	script := &scripted{failing: []error{refusal(
		ErrQuotaExceeded,
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "memory.text", Description: "is long"}}},
		&errdetails.QuotaFailure{Violations: []*errdetails.QuotaFailure_Violation{
			{Subject: "user:ana/long_term.bytes", Description: "10,240 B of 10,241 B used; this adds 1,204 B"},
		}},
		&errdetails.ResourceInfo{ResourceType: "memory", ResourceName: "lt_1"},
		&errdetails.PreconditionFailure{Violations: []*errdetails.PreconditionFailure_Violation{
			{Type: "etag", Subject: "lt_1", Description: "it is another"},
		}},
		retryAfter(90*time.Second),
	)}}
	_, err := serve(t, script).Agent(Scope{UserID: "ana"}).Add(t.Context(), "x", nil)

	var failed *Error
	if !errors.As(err, &failed) {
		t.Fatalf("%T", err)
	}
	if failed.Code != codes.ResourceExhausted || failed.Reason != ErrQuotaExceeded || failed.Message != "Said by the server." {
		t.Errorf("%+v", failed)
	}
	if !errors.Is(err, ErrQuotaExceeded) || errors.Is(err, ErrOverloaded) || failed.Retryable() {
		t.Errorf("the reason does not compare: %v", err)
	}
	if !slices.Equal(failed.Violations, []FieldViolation{{"memory.text", "is long"}}) {
		t.Errorf("%+v", failed.Violations)
	}
	if *failed.Quota != (QuotaViolation{"user:ana/long_term.bytes", 10_241, 10_240, 1_204}) {
		t.Errorf("%+v", failed.Quota)
	}
	if *failed.Resource != (ResourceViolation{"memory", "lt_1"}) || *failed.Precondition != (PreconditionViolation{"etag", "lt_1", "it is another"}) {
		t.Errorf("%+v %+v", failed.Resource, failed.Precondition)
	}
	if failed.RetryAfter != 90*time.Second || failed.RequestID == "" {
		t.Errorf("%v %q", failed.RetryAfter, failed.RequestID)
	}
	sent, ok := status.FromError(err)
	if !ok || sent.Code() != codes.ResourceExhausted || len(sent.Details()) != 6 {
		t.Errorf("gRPC reads %v", sent)
	}
}

func TestQuotasByCount(t *testing.T) {
	t.Parallel()
	got := quotaOf(&errdetails.QuotaFailure_Violation{Subject: "s", Description: "current: 10000, max: 9999"})
	if *got != (QuotaViolation{Subject: "s", Limit: 9999, Current: 10000}) {
		t.Errorf("%+v", got)
	}
}

func TestReasonsOfNewerServersStay(t *testing.T) {
	t.Parallel()
	script := &scripted{failing: []error{refusal("MOON_FULL")}}
	_, err := serve(t, script).Agent(Scope{}).Get(t.Context(), "lt_1")
	if !errors.Is(err, Reason("MOON_FULL")) {
		t.Errorf("%v", err)
	}
}

func TestNobodyAnswers(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	client, err := Connect(listener.Addr().String(), WithTries(1))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	_, err = client.Agent(Scope{UserID: "ana"}).Get(t.Context(), "lt_1")
	if !errors.Is(err, ErrBackendUnavailable) || !strings.Contains(err.Error(), "No Recorda server answers at "+listener.Addr().String()) {
		t.Errorf("%v", err)
	}
}

func TestCallsEndWithTheirContext(t *testing.T) {
	t.Parallel()
	ana := serve(t, &scripted{held: true}).Agent(Scope{UserID: "ana"})

	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := ana.Get(ctx, "lt_1")
	if !errors.Is(err, ErrDeadlineExceeded) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}

	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	_, err = ana.Get(ctx, "lt_1")
	if !errors.Is(err, ErrCancelled) || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestCallsHaveADeadlineWithoutOne(t *testing.T) {
	t.Parallel()
	client := serve(t, &scripted{held: true}, WithTimeout(50*time.Millisecond))
	_, err := client.Memory().GetMemory(t.Context(), &recordav1.GetMemoryRequest{})
	if !errors.Is(err, ErrDeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestCallsOfAClosedClient(t *testing.T) {
	t.Parallel()
	client := serve(t, &scripted{})
	client.Close()
	if _, err := client.Agent(Scope{}).Get(t.Context(), "lt_1"); !errors.Is(err, ErrCancelled) {
		t.Errorf("%v", err)
	}
	if err := client.Close(); !errors.Is(err, ErrCancelled) {
		t.Errorf("%v", err)
	}
}

func TestCallsThatThereAreNot(t *testing.T) {
	t.Parallel()
	_, err := serve(t, &scripted{}).Context().CountTokens(t.Context(), &recordav1.CountTokensRequest{})
	if !errors.Is(err, ErrMethodUnknown) {
		t.Errorf("%v", err)
	}
}

func TestSizes(t *testing.T) {
	t.Parallel()
	script := &scripted{text: strings.Repeat("x", mostMessageBytes)}
	ana := serve(t, script).Agent(Scope{UserID: "ana"})
	if _, err := ana.Get(t.Context(), "lt_1"); !errors.Is(err, ErrResponseTooLarge) {
		t.Errorf("%v", err)
	}
	_, err := ana.Add(t.Context(), strings.Repeat("x", defaultRequestBytes), nil)
	if !errors.Is(err, ErrRequestTooLarge) || len(script.requests()) != 1 {
		t.Errorf("%v, %d calls", err, len(script.requests()))
	}
}

func TestReasonsAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	for name := range recordav1.ErrorReason_value {
		reason := Reason(strings.TrimPrefix(name, errorReasons.prefix))
		if _, known := codeOf[reason]; !known && reason != "UNSPECIFIED" {
			t.Errorf("%s is not known: run `npm run generate`", reason)
		}
	}
}
