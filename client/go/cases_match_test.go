package recorda_test

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"time"
)

// absent is an empty text of an answer, where the other clients have a text or nothing.
type absent struct{}

// mismatches reports what differs, each with its path; nothing if the value matches the pattern. See ../cases/README.md.
func mismatches(pattern, value any, path string) []string {
	switch want := pattern.(type) {
	case nil:
		if value == nil || value == (absent{}) {
			return nil
		}
		return differs(path, value, "nothing")
	case []any:
		return listMismatches(want, value, path)
	case map[string]any:
		for name, operand := range want {
			if name[0] == '$' {
				if matchesOperator(name, operand, value) {
					return nil
				}
				return differs(path, value, fmt.Sprintf("%s %s", name, shown(operand)))
			}
		}
		fields, ok := value.(map[string]any)
		if !ok {
			return differs(path, value, shown(pattern))
		}
		var wrong []string
		for key, part := range want {
			wrong = append(wrong, mismatches(part, fields[key], path+"."+key)...)
		}
		return wrong
	}
	if value == pattern || value == (absent{}) && pattern == "" {
		return nil
	}
	return differs(path, value, shown(pattern))
}

func listMismatches(want []any, value any, path string) []string {
	list, ok := value.([]any)
	if !ok || len(list) != len(want) {
		return differs(path, value, fmt.Sprintf("a list of %d", len(want)))
	}
	var wrong []string
	for at, part := range want {
		wrong = append(wrong, mismatches(part, list[at], fmt.Sprintf("%s.%d", path, at))...)
	}
	return wrong
}

func matchesOperator(name string, operand, value any) bool {
	switch name {
	case "$any":
		return value != nil
	case "$not":
		return len(mismatches(operand, value, "")) > 0
	case "$matches":
		text, ok := value.(string)
		return ok && regexp.MustCompile(operand.(string)).MatchString(text)
	case "$atLeast":
		return numberOf(value) >= numberOf(operand)
	case "$length":
		list, ok := value.([]any)
		return ok && float64(len(list)) == operand
	case "$has":
		list, ok := value.([]any)
		return ok && hasAll(operand.([]any), list)
	case "$time":
		want, err := time.Parse(time.RFC3339Nano, operand.(string))
		text, ok := value.(string)
		got, failed := time.Parse(time.RFC3339Nano, text)
		return err == nil && ok && failed == nil && got.Truncate(time.Millisecond).Equal(want.Truncate(time.Millisecond))
	case "$number":
		got, ok := value.(float64)
		want := numberOf(operand)
		return ok && got == want && math.Signbit(got) == math.Signbit(want)
	}
	panic("There is no pattern " + name + ".")
}

func hasAll(patterns, list []any) bool {
	for _, pattern := range patterns {
		found := false
		for _, element := range list {
			found = found || len(mismatches(pattern, element, "")) == 0
		}
		if !found {
			return false
		}
	}
	return true
}

// numberOf is NaN of what is neither a number nor a text of one.
func numberOf(value any) float64 {
	switch given := value.(type) {
	case float64:
		return given
	case string:
		if number, err := strconv.ParseFloat(given, 64); err == nil {
			return number
		}
	}
	return math.NaN()
}

func differs(path string, value any, want string) []string {
	return []string{fmt.Sprintf("%s: %s where %s was expected", path, shown(value), want)}
}

func shown(value any) string {
	const most = 600
	written, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(written[:min(len(written), most)])
}
