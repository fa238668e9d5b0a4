package recorda

import (
	"encoding/json"
	"fmt"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Null stands for JSON's null where nil means that a field is not given: as the Value of a [Patch].
var Null any = structpb.NewNullValue()

// Ptr returns the address of a value, for options in which zero differs from absent.
func Ptr[T any](value T) *T { return &value }

// jsonValue converts whatever encoding/json can write. Errors name field.
func jsonValue(field string, given any) (*structpb.Value, error) {
	if value, ok := given.(*structpb.Value); ok {
		return value, nil
	}
	if value, err := structpb.NewValue(given); err == nil {
		return value, nil
	}
	written, err := json.Marshal(given)
	if err != nil {
		return nil, fieldError(field, fmt.Sprintf("cannot be encoded: %v.", err))
	}
	value := &structpb.Value{}
	if err := protojson.Unmarshal(written, value); err != nil {
		return nil, fieldError(field, fmt.Sprintf("cannot be encoded: %v.", err))
	}
	return value, nil
}

// jsonObject converts what encoding/json writes as an object; it returns nil if nothing is given.
func jsonObject(field string, given any) (*structpb.Struct, error) {
	if fields, ok := given.(map[string]any); given == nil || ok && fields == nil {
		return nil, nil
	}
	value, err := jsonValue(field, given)
	if err != nil {
		return nil, err
	}
	object, ok := value.GetKind().(*structpb.Value_StructValue)
	if !ok {
		return nil, fieldError(field, "must be a JSON object.")
	}
	return object.StructValue, nil
}

// plainObject returns nil if there is none.
func plainObject(object *structpb.Struct) map[string]any {
	if object == nil {
		return nil
	}
	return object.AsMap()
}

// decode puts JSON values into whatever encoding/json can read them into.
func decode(value, into any) error {
	written, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return json.Unmarshal(written, into)
}

// saidOf returns a value as text: a string is its own text.
func saidOf(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	written, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(written)
}

func wireTime(moment time.Time) *timestamppb.Timestamp {
	if moment.IsZero() {
		return nil
	}
	return timestamppb.New(moment)
}

func timeOf(moment *timestamppb.Timestamp) time.Time {
	if moment == nil {
		return time.Time{}
	}
	return moment.AsTime()
}

// milliseconds converts a duration that the contract gives in milliseconds.
func milliseconds(span float64) time.Duration {
	return time.Duration(span * float64(time.Millisecond))
}

func optional32(given int) *int32 {
	if given == 0 {
		return nil
	}
	return Ptr(int32(given))
}

func pointer32(given *int) *int32 {
	if given == nil {
		return nil
	}
	return Ptr(int32(*given))
}

// or returns the given options, or the defaults if they are nil.
func or[T any](given *T) T {
	if given == nil {
		var none T
		return none
	}
	return *given
}

// each converts every element with `as`.
func each[From, To any](elements []From, as func(From) To) []To {
	made := make([]To, len(elements))
	for at, element := range elements {
		made[at] = as(element)
	}
	return made
}
