// The store of the API server. Nothing here is ever compiled: it holds the version in go.mod.

//go:build tools

package tools

import _ "go.etcd.io/etcd/server/v3"
