// Package recordav1 has the messages and stubs of the contract, generated from proto/recorda/v1, which documents each.
package recordav1
