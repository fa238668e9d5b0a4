package recorda

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc/codes"
)

// mayRepeat reports whether an error means that nothing was done, or done once by a request that the server recognises.
func mayRepeat(failed *Error, repeatable bool) bool {
	// The call was refused before it began.
	if failed.Reason == ErrOverloaded || failed.Reason == ErrRateLimited {
		return true
	}
	return repeatable && failed.Code == codes.Unavailable
}

// retryWait returns at least the time that the server asks for; the rest is random.
func retryWait(tried int, failed *Error) time.Duration {
	most := float64(firstRetry) * math.Pow(retryGrowth, float64(tried-1))
	return failed.RetryAfter + time.Duration(most*(1-retryJitter*rand.Float64()))
}

// beforeRetry returns nil once the call may be repeated after it failed `tried` times; the error if it may not, or if the wait would pass
// the deadline; and ErrCancelled if the caller cancels in the meantime.
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

// sleep returns early when the context ends.
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
