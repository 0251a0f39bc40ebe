// krew and its check of manifests. Nothing here is ever compiled: it holds the version in go.mod.

//go:build tools

package tools

import (
	_ "sigs.k8s.io/krew/cmd/krew"
	_ "sigs.k8s.io/krew/cmd/validate-krew-manifest"
)
