package recorda

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"math/big"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// selfSigned is a certificate for 127.0.0.1, and the authorities that trust it.
func selfSigned(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(time.Hour),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	trusted.AddCert(certificate)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, trusted
}

func TestSealedConnections(t *testing.T) {
	t.Parallel()
	certificate, trusted := selfSigned(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer(grpc.Creds(credentials.NewServerTLSFromCert(&certificate)))
	recordav1.RegisterMemoryServiceServer(server, &scripted{})
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	at := listener.Addr().String()
	for _, one := range []struct {
		name    string
		address string
		options []Option
		answers bool
	}{
		{"with its authority", at, []Option{WithTLS(&tls.Config{RootCAs: trusted})}, true},
		{"by its scheme", "grpcs://" + at, []Option{WithTLS(&tls.Config{RootCAs: trusted})}, true},
		{"with authorities that do not know it", "grpcs://" + at, nil, false},
		{"in the clear", "grpc://" + at, nil, false},
	} {
		client, err := Connect(one.address, append(one.options, WithTries(1))...)
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Agent(Scope{UserID: "ana"}).Get(t.Context(), "lt_1")
		if one.answers && err != nil || !one.answers && !errors.Is(err, ErrBackendUnavailable) {
			t.Errorf("%s: %v", one.name, err)
		}
		client.Close()
	}
}
