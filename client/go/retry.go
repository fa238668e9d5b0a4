package recorda

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc/codes"
)

// mayRepeat says whether an error tells that nothing was done, or done once by a request that the server knows again.
func mayRepeat(failed *Error, repeatable bool) bool {
	// Refused before it began.
	if failed.Reason == ErrOverloaded || failed.Reason == ErrRateLimited {
		return true
	}
	return repeatable && failed.Code == codes.Unavailable
}

// retryWait is as long as the server asks for at least; the rest is left to chance.
func retryWait(tried int, failed *Error) time.Duration {
	most := float64(firstRetry) * math.Pow(retryGrowth, float64(tried-1))
	return failed.RetryAfter + time.Duration(most*(1-retryJitter*rand.Float64()))
}

// beforeRetry gives nil when the call may be tried again after it failed `tried` times; the error where it may not, or where the wait would
// pass the deadline; and ErrCancelled where the caller gives up meanwhile.
func (c *caller) beforeRetry(ctx context.Context, cause error, tried int, sent request) *Error {
	failed := errorOf(c.target, cause)
	failed.RequestID = sent.requestID
	if tried >= c.tries || !mayRepeat(failed, sent.repeatable) {
		return failed
	}
	wait := retryWait(tried, failed)
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= wait {
		return failed
	}
	if err := sleep(ctx, wait); err != nil {
		err.RequestID = sent.requestID
		return err
	}
	return nil
}

// sleep ends early when the context does.
func sleep(ctx context.Context, wait time.Duration) *Error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		failed := newError(ErrCancelled, "The caller cancelled the call.")
		if context.Cause(ctx) == context.DeadlineExceeded {
			failed = newError(ErrDeadlineExceeded, "The deadline passed before the call could be tried again.")
		}
		return failed
	}
}
