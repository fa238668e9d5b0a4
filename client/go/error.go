package recorda

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Error is what every failed call returns. errors.As finds it, errors.Is compares it with a [Reason], and status.FromError of gRPC reads
// it as well.
type Error struct {
	// The canonical code of gRPC.
	Code codes.Code
	// Why the call failed: programs branch on it.
	Reason Reason
	// What, why, and what to do now; for people.
	Message string
	// Each field at fault, where the request was.
	Violations []FieldViolation
	// Which quota is full; nil where none is.
	Quota *QuotaViolation
	// What was not found, or is damaged; nil where that is not why.
	Resource *ResourceViolation
	// What is not as the call needs it; nil where that is not why.
	Precondition *PreconditionViolation
	// How long the server asks to wait before the call is repeated; 0 where it does not say.
	RetryAfter time.Duration
	// The request_id that the write was sent with, given or made: a repeat with it is applied once. Empty where there was none.
	RequestID string

	cause error
}

// FieldViolation is a field that is not allowed.
type FieldViolation struct {
	// Its path in the request as the contract spells it, like `memory.text.content`.
	Field string
	// What is wrong with it, and what to do.
	Description string
}

// QuotaViolation is a quota that is full.
type QuotaViolation struct {
	// Like `user:ana/long_term.count`.
	Subject string
	// How much may be.
	Limit int64
	// How much there is.
	Current int64
	// How many bytes the call would have added; 0 of a quota by count.
	AddedBytes int64
}

// ResourceViolation names what a call was about.
type ResourceViolation struct {
	// What it is.
	Type string
	// Which it is.
	Name string
}

// PreconditionViolation is what is not as a call needs it.
type PreconditionViolation struct {
	// What is looked at, like `etag`.
	Type string
	// Of what.
	Subject string
	// How it is, and what to do.
	Description string
}

// Reason says why a call failed: the constants Err… of this package, which errors.Is takes as well. A newer server may send others.
type Reason string

// Error makes a reason a target of errors.Is.
func (r Reason) Error() string { return string(r) }

// Retryable says whether a repeat of the same call may succeed. Repeat a write with the same request_id.
func (r Reason) Retryable() bool { return retryable[r] }

// Error is the message with its reason.
func (e *Error) Error() string { return fmt.Sprintf("recorda: %s (%s)", e.Message, e.Reason) }

// Retryable says whether a repeat of the same call may succeed, as [Reason.Retryable].
func (e *Error) Retryable() bool { return e.Reason.Retryable() }

// Is compares the reason. ErrCancelled is context.Canceled as well, and ErrDeadlineExceeded context.DeadlineExceeded.
func (e *Error) Is(target error) bool {
	switch target {
	case context.Canceled:
		return e.Reason == ErrCancelled
	case context.DeadlineExceeded:
		return e.Reason == ErrDeadlineExceeded
	}
	reason, ok := target.(Reason)
	return ok && reason == e.Reason
}

// Unwrap gives what gRPC returned; nil where nothing was sent.
func (e *Error) Unwrap() error { return e.cause }

// GRPCStatus gives the status that came, with its details, or one made of code and message.
func (e *Error) GRPCStatus() *status.Status {
	if sent, ok := status.FromError(e.cause); ok && e.cause != nil && sent.Code() != codes.OK {
		return sent
	}
	return status.New(e.Code, e.Message)
}

func newError(reason Reason, message string) *Error {
	return &Error{Code: codeOf[reason], Reason: reason, Message: message}
}

func fieldError(field, description string) *Error {
	failed := newError(ErrFieldInvalid, field+": "+description)
	failed.Violations = []FieldViolation{{Field: field, Description: description}}
	return failed
}

// errorOf is the error that the server sent, or one that says what happened on the way to target.
func errorOf(target string, cause error) *Error {
	var known *Error
	if errors.As(cause, &known) {
		return known
	}
	sent := status.Convert(cause)
	failed := sentByServer(sent)
	if failed == nil {
		failed = metOnTheWay(sent, target)
	}
	failed.cause = cause
	return failed
}

// errorDomain is the domain of the ErrorInfo that every error of a server of ours has.
const errorDomain = "recorda.v1"

// sentByServer is nil where no server of ours wrote the status.
func sentByServer(sent *status.Status) *Error {
	failed := &Error{Code: sent.Code(), Message: sent.Message()}
	for _, detail := range sent.Details() {
		switch part := detail.(type) {
		case *errdetails.ErrorInfo:
			if part.GetDomain() == errorDomain {
				failed.Reason = Reason(part.GetReason())
			}
		case *errdetails.BadRequest:
			for _, one := range part.GetFieldViolations() {
				failed.Violations = append(failed.Violations, FieldViolation{Field: one.GetField(), Description: one.GetDescription()})
			}
		case *errdetails.QuotaFailure:
			if len(part.GetViolations()) > 0 {
				failed.Quota = quotaOf(part.GetViolations()[0])
			}
		case *errdetails.RetryInfo:
			failed.RetryAfter = part.GetRetryDelay().AsDuration()
		case *errdetails.ResourceInfo:
			failed.Resource = &ResourceViolation{Type: part.GetResourceType(), Name: part.GetResourceName()}
		case *errdetails.PreconditionFailure:
			if len(part.GetViolations()) > 0 {
				one := part.GetViolations()[0]
				failed.Precondition = &PreconditionViolation{
					Type: one.GetType(), Subject: one.GetSubject(), Description: one.GetDescription(),
				}
			}
		}
	}
	if failed.Reason == "" {
		return nil
	}
	return failed
}

// QuotaFailure has no fields for numbers: the server writes them into its description.
var (
	quotaByCount = regexp.MustCompile(`current: (\d+), max: (\d+)`)
	quotaByBytes = regexp.MustCompile(`^([\d,]+) B of ([\d,]+) B used; this adds ([\d,]+) B$`)
)

func quotaOf(violation *errdetails.QuotaFailure_Violation) *QuotaViolation {
	quota := &QuotaViolation{Subject: violation.GetSubject()}
	if parts := quotaByBytes.FindStringSubmatch(violation.GetDescription()); parts != nil {
		quota.Current, quota.Limit, quota.AddedBytes = number(parts[1]), number(parts[2]), number(parts[3])
	} else if parts := quotaByCount.FindStringSubmatch(violation.GetDescription()); parts != nil {
		quota.Current, quota.Limit = number(parts[1]), number(parts[2])
	}
	return quota
}

func number(text string) int64 {
	value, _ := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
	return value
}

// metOnTheWay says what happened where the error is not one that the server itself describes.
func metOnTheWay(sent *status.Status, target string) *Error {
	said := sent.Message()
	switch sent.Code() {
	case codes.Unavailable:
		if _, why, ok := strings.Cut(said, "connection error: desc = "); ok {
			return newError(ErrBackendUnavailable, fmt.Sprintf(
				"No Recorda server answers at %s (%s). Start one with \"recorda serve\", or check the address. The client reconnects by itself.",
				target, strings.Trim(why, `"`)))
		}
		return newError(ErrBackendUnavailable, fmt.Sprintf(
			"The connection to %s was lost (%s). A write may have been applied: repeat it with the same request_id.", target, said))
	case codes.DeadlineExceeded:
		return newError(ErrDeadlineExceeded, "The deadline passed before the call was done. Give it more time; "+
			"a write may have been applied, so repeat it with the same request_id.")
	case codes.Canceled:
		return newError(ErrCancelled, "The caller cancelled the call, or closed the client.")
	case codes.Unimplemented:
		return newError(ErrMethodUnknown, fmt.Sprintf("The server at %s has no such call (%s).", target, said))
	case codes.ResourceExhausted:
		return newError(ErrResponseTooLarge, fmt.Sprintf("The answer is larger than a message may be (%s). Ask for less, or stream.", said))
	default:
		return newError(ErrInternal, fmt.Sprintf("The call to %s failed with gRPC code %s: %s", target, sent.Code(), said))
	}
}
