package recorda

import "time"

//go:generate go run ./internal/constants

// Settings of gRPC in addition to the numbers of constants.go, which the clients share; these are gRPC's own defaults.
const (
	reconnectGrowth = 1.6
	reconnectJitter = 0.2
	connectTimeout  = 20 * time.Second
)
