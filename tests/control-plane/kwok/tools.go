// KWOK, which plays the kubelets. Nothing here is ever compiled: it holds the version in go.mod.

//go:build tools

package tools

import _ "sigs.k8s.io/kwok/cmd/kwok"
