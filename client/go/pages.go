package recorda

import (
	"context"
	"errors"
	"io"
	"iter"

	"google.golang.org/grpc"
)

// pages yields every element of every page in order. A page is fetched once the one before it has been read.
func pages[T any](fetch func(pageToken string) (elements []T, nextPageToken string, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for pageToken := ""; ; {
			elements, next, err := fetch(pageToken)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, element := range elements {
				if !yield(element, nil) {
					return
				}
			}
			if next == "" {
				return
			}
			pageToken = next
		}
	}
}

// messages yields the messages of a server stream. Leaving the loop cancels the call, on the server too.
func messages[M any](
	ctx context.Context, open func(context.Context) (grpc.ServerStreamingClient[M], error),
) iter.Seq2[*M, error] {
	return func(yield func(*M, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		running, err := open(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		for {
			message, err := running.Recv()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(message, nil) {
				return
			}
		}
	}
}
