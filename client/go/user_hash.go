package recorda

import (
	"context"
	"fmt"
	"hash/fnv"

	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// userHashHeader is the header by which a proxy can send the calls of a user to the same one of several servers. Its 12 bits do not identify
// the user, since proxies log headers.
const userHashHeader = "recorda-user-hash"

// withUserHash adds the header for the calls of a user to a context; "" is no user.
func withUserHash(ctx context.Context, user string) context.Context {
	if user == "" {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, userHashHeader, userHash(user))
}

// userHash returns the lowest 12 bits of the hash that client/user-hash.ts has: FNV-1a with the finalizer of MurmurHash3.
func userHash(user string) string {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(user))
	hash := sum.Sum32()
	hash = (hash ^ hash>>16) * 0x85ebca6b
	hash = (hash ^ hash>>13) * 0xc2b2ae35
	return fmt.Sprintf("%03x", (hash^hash>>16)&0xfff)
}

// userOf returns the user whose data a message concerns; the first one's, if it has several; "" if it names none.
func userOf(message protoreflect.Message) string {
	fields := message.Descriptor().Fields()
	if field := fields.ByName("user_id"); field != nil {
		return message.Get(field).String()
	}
	for _, name := range []protoreflect.Name{"scope", "memory", "retrieve", "requests"} {
		field := fields.ByName(name)
		if field == nil || !message.Has(field) {
			continue
		}
		inner := message.Get(field)
		if field.IsList() {
			inner = inner.List().Get(0)
		}
		if user := userOf(inner.Message()); user != "" {
			return user
		}
	}
	return ""
}
