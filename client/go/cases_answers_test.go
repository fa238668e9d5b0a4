package recorda_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	recorda "github.com/recorda/recorda/client/go"
)

// whole is an answer that is as cases have it.
type whole struct{ answer any }

// answerOf is what a call gave, as cases have it: with the names of the client in TypeScript, and memories flat.
func answerOf(given any) any {
	if reflected := reflect.ValueOf(given); given == nil || reflected.Kind() == reflect.Pointer && reflected.IsNil() {
		return nil
	}
	switch value := given.(type) {
	case *recorda.Memory:
		return flat(value)
	case *recorda.Prompt:
		return withBody(messageAnswer(value.AssembleContextResponse), "body", value.Body, value.Text)
	case *recorda.Tail:
		answer := messageAnswer(value.AssembleContextResponse).(map[string]any)
		answer["messages"], answer["text"] = answerOf(value.Messages), value.Text
		answer["sources"], answer["mark"] = answerOf(value.Sources), string(value.Mark)
		return answer
	case json.RawMessage:
		return read(value)
	case whole:
		return value.answer
	case proto.Message:
		return messageAnswer(value)
	case error:
		return errorAnswer(value)
	case time.Time:
		if value.IsZero() {
			return nil
		}
		return value.UTC().Format(time.RFC3339Nano)
	}
	return valueAnswer(reflect.ValueOf(given))
}

func valueAnswer(value reflect.Value) any {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		if value.IsNil() {
			return nil
		}
		return answerOf(value.Elem().Interface())
	case reflect.Slice:
		list := make([]any, value.Len())
		for at := range list {
			list[at] = answerOf(value.Index(at).Interface())
		}
		return list
	case reflect.Map:
		if value.IsNil() {
			return nil
		}
		fields := map[string]any{}
		for _, key := range value.MapKeys() {
			fields[key.String()] = answerOf(value.MapIndex(key).Interface())
		}
		return fields
	case reflect.Struct:
		fields := map[string]any{}
		structAnswer(value, fields)
		return fields
	case reflect.String:
		if value.Len() == 0 {
			return absent{}
		}
		return value.String()
	case reflect.Bool:
		return value.Bool()
	case reflect.Float64:
		return value.Float()
	default:
		return float64(value.Int())
	}
}

// structAnswer puts the fields of a struct, and of those that are embedded in it, among fields.
func structAnswer(value reflect.Value, fields map[string]any) {
	for at := range value.NumField() {
		field := value.Type().Field(at)
		part := value.Field(at)
		switch {
		case field.Anonymous:
			structAnswer(part, fields)
		case field.Name == "Duration" && part.IsZero():
			fields["durationMs"] = nil
		case field.Type == reflect.TypeFor[time.Duration]():
			fields[nameOf(field.Name)+"Ms"] = float64(part.Int()) / float64(time.Millisecond)
		default:
			fields[nameOf(field.Name)] = answerOf(part.Interface())
		}
	}
}

// nameOf is a field's name as the client in TypeScript has it.
func nameOf(name string) string {
	name = strings.NewReplacer("ID", "Id", "JSON", "Json").Replace(name)
	return strings.ToLower(name[:1]) + name[1:]
}

// flat has what a memory's type has besides beside the rest, under the names of the client in TypeScript.
func flat(memory *recorda.Memory) map[string]any {
	fields := map[string]any{}
	structAnswer(reflect.ValueOf(*memory), fields)
	for _, part := range []string{"working", "message", "longTerm", "trait", "episode", "entity", "relationship", "document"} {
		details, ok := fields[part].(map[string]any)
		delete(fields, part)
		if !ok {
			continue
		}
		if part == "entity" || part == "relationship" {
			fields["node"] = part
			fields[part+"Type"] = details["type"]
			delete(details, "type")
		}
		for name, value := range details {
			fields[name] = value
		}
	}
	return fields
}

func withBody(answer any, name string, body json.RawMessage, text string) any {
	fields := answer.(map[string]any)
	fields[name] = text
	if body != nil {
		fields[name] = read(body)
	}
	return fields
}

// wholeAnswer is a message as the JSON of protobuf, with fields that are empty.
func wholeAnswer(message proto.Message) any {
	written, err := protojson.MarshalOptions{EmitDefaultValues: true}.Marshal(message)
	if err != nil {
		panic(err)
	}
	return read(written)
}

// messageAnswer is the same as handles give it: whole numbers of 64 bits are no texts.
func messageAnswer(message proto.Message) any {
	answer := wholeAnswer(message)
	countIn(message.ProtoReflect().Descriptor(), answer)
	return answer
}

func countIn(of protoreflect.MessageDescriptor, answer any) {
	fields, ok := answer.(map[string]any)
	for at := 0; ok && at < of.Fields().Len(); at++ {
		field := of.Fields().Get(at)
		value := fields[field.JSONName()]
		switch {
		case field.Kind() == protoreflect.Int64Kind && !field.IsList():
			fields[field.JSONName()] = numberOf(value)
		case field.IsList() && field.Message() != nil:
			for _, element := range value.([]any) {
				countIn(field.Message(), element)
			}
		case field.Message() != nil:
			countIn(field.Message(), value)
		}
	}
}

func read(written []byte) any {
	var value any
	if err := json.Unmarshal(written, &value); err != nil {
		panic(fmt.Sprintf("%v: %s", err, written))
	}
	return value
}

func errorAnswer(err error) any {
	var failed *recorda.Error
	if !errors.As(err, &failed) {
		return map[string]any{"message": err.Error()}
	}
	answer := map[string]any{
		"reason":    string(failed.Reason),
		"code":      code.Code(failed.Code).String(),
		"message":   failed.Message,
		"retryable": failed.Retryable(),
	}
	if failed.Violations != nil {
		answer["fields"] = answerOf(failed.Violations)
	}
	if failed.Quota != nil {
		answer["quota"] = answerOf(failed.Quota)
	}
	if failed.Resource != nil {
		answer["resource"] = answerOf(failed.Resource)
	}
	if failed.Precondition != nil {
		answer["precondition"] = answerOf(failed.Precondition)
	}
	if failed.RetryAfter != 0 {
		answer["retryAfterMs"] = float64(failed.RetryAfter.Milliseconds())
	}
	return answer
}
