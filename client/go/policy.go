package recorda

import "time"

//go:generate go run ./internal/constants

// What gRPC asks beside the numbers of constants.go, which the clients share; those that it has by default itself.
const (
	reconnectGrowth = 1.6
	reconnectJitter = 0.2
	connectTimeout  = 20 * time.Second
)
