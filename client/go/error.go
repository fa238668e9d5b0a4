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

// Error is the error of every failed call. errors.As finds it, errors.Is compares it with a [Reason], and gRPC's status.FromError reads it
// as well.
type Error struct {
	// The canonical gRPC code.
	Code codes.Code
	// The reason of the failure, by which programs branch.
	Reason Reason
	// What happened, why, and what to do now, for people.
	Message string
	// The fields at fault, if the request was.
	Violations []FieldViolation
	// The quota that is full; nil for other failures.
	Quota *QuotaViolation
	// The resource that was not found, or is damaged; nil for other failures.
	Resource *ResourceViolation
	// The precondition that does not hold; nil for other failures.
	Precondition *PreconditionViolation
	// The time that the server asks to wait before the call is repeated; 0 if it does not say.
	RetryAfter time.Duration
	// The request_id that the write was sent with, given or generated: a repeat with it is applied only once. Empty if there was none.
	RequestID string

	cause error
}

// FieldViolation is a field that is not valid.
type FieldViolation struct {
	// Its path in the request as the contract spells it, like `memory.text.content`.
	Field string
	// What is wrong with it, and what to do.
	Description string
}

// QuotaViolation is a quota that is full.
type QuotaViolation struct {
	// The owner and the quota, like `user:ana/long_term.count`.
	Subject string
	// The limit.
	Limit int64
	// The current amount.
	Current int64
	// The bytes that the call would have added; 0 for a quota by count.
	AddedBytes int64
}

// ResourceViolation names the resource that a call was about.
type ResourceViolation struct {
	// The type of the resource.
	Type string
	// Its name.
	Name string
}

// PreconditionViolation is a precondition that does not hold.
type PreconditionViolation struct {
	// The kind of precondition, like `etag`.
	Type string
	// The subject that it was checked on.
	Subject string
	// The actual state, and what to do.
	Description string
}

// Reason is the reason of a failed call: the constants Err… of this package, which errors.Is accepts as well. A newer server may send
// others.
type Reason string

// Error makes a reason a target of errors.Is.
func (r Reason) Error() string { return string(r) }

// Retryable reports whether a repeat of the same call may succeed. Repeat a write with the same request_id.
func (r Reason) Retryable() bool { return retryable[r] }

// Error returns the message with its reason.
func (e *Error) Error() string { return fmt.Sprintf("recorda: %s (%s)", e.Message, e.Reason) }

// Retryable reports whether a repeat of the same call may succeed, as [Reason.Retryable] does.
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

// Unwrap returns the error of gRPC; nil if nothing was sent.
func (e *Error) Unwrap() error { return e.cause }

// GRPCStatus returns the status that was received, with its details, or one made from code and message.
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

// errorOf returns the error that the server sent, or one that says what happened on the way to target.
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

// errorDomain is the domain in the ErrorInfo of every error that a Recorda server sends.
const errorDomain = "recorda.v1"

// sentByServer returns nil if no Recorda server wrote the status.
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

// metOnTheWay says what happened if the error is not one that a server describes itself.
func metOnTheWay(sent *status.Status, target string) *Error {
	said := sent.Message()
	switch sent.Code() {
	case codes.Unavailable:
		if _, why, ok := strings.Cut(said, "connection error: desc = "); ok {
			return newError(ErrBackendUnavailable, fmt.Sprintf(
				"No Recorda server answers at %s (%s). Start one with \"recorda serve\", or check the address. The client reconnects on its own.",
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
		return newError(ErrResponseTooLarge, fmt.Sprintf("The answer exceeds the largest message size (%s). Ask for less, or stream.", said))
	default:
		return newError(ErrInternal, fmt.Sprintf("The call to %s failed with gRPC code %s: %s", target, sent.Code(), said))
	}
}
